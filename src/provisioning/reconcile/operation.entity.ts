import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Row of `operations`: a call to a remote console, committed before it is sent. */
@Entity({ name: 'operations' })
@Index('operations_unsettled', ['organizationId', 'identityId'], { where: "state in ('inflight', 'unknown')" })
export class OperationEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'identity_id', type: 'uuid' })
  identityId: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'target_key', type: 'text' })
  targetKey: string;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'text' })
  state: string;

  /** Without the password: that stays sealed with its entitlement. */
  @Column({ type: 'jsonb' })
  request: Record<string, unknown>;

  @Column({ type: 'bigint' })
  token: string;

  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column({ type: 'jsonb', nullable: true })
  problem: Record<string, unknown> | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt: Date | null;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt: Date | null;
}
