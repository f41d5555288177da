import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `provision_log`, append-only: what was done to an account, and why. */
@Entity({ name: 'provision_log' })
@Index('provision_log_list', ['organizationId', 'at', 'id'])
@Index('provision_log_by_connection', ['organizationId', 'connectionId', 'at', 'id'])
@Index('provision_log_by_subject', ['organizationId', 'subjectId', 'at', 'id'], { where: 'subject_id is not null' })
@Index('provision_log_by_kind', ['organizationId', 'kind', 'at', 'id'])
@Index('provision_log_not_done', ['organizationId', 'status', 'at', 'id'], { where: "status <> 'done'" })
@Index('provision_log_by_account', ['organizationId', 'account', 'at', 'id'], { where: 'account is not null' })
export class ProvisionLogEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'timestamptz' })
  at: Instant;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'subject_id', type: 'uuid', nullable: true })
  subjectId: string | null;

  @Column({ name: 'identity_id', type: 'uuid', nullable: true })
  identityId: string | null;

  @Column({ name: 'run_id', type: 'uuid', nullable: true })
  runId: string | null;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'text' })
  status: string;

  @Column({ type: 'text' })
  cause: string;

  @Column({ type: 'text' })
  actor: string;

  @Column({ type: 'text', nullable: true })
  account: string | null;

  @Column({ type: 'jsonb', nullable: true })
  before: Record<string, unknown> | null;

  @Column({ type: 'jsonb', nullable: true })
  after: Record<string, unknown> | null;

  @Column({ type: 'text', nullable: true })
  detail: string | null;
}

export const provisionLogTable = tableOf(ProvisionLogEntity);
