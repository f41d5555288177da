import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `identities`: one account at one console, and the queue row of everything that happens to it. */
@Entity({ name: 'identities' })
@Unique('identities_account', ['organizationId', 'targetKey', 'accountKey'])
@Index('identities_due', ['organizationId', 'targetKey', 'priority', 'dueAt'], { where: 'due_at is not null' })
@Index('identities_due_sweep', ['dueAt', 'organizationId'], { where: 'due_at is not null' })
@Index('identities_traced', ['organizationId'], { where: 'login_trace is not null' })
@Index('identities_troubled', ['organizationId', 'connectionId'], { where: 'problem is not null' })
export class IdentityEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'target_key', type: 'text' })
  targetKey: string;

  /** `usernameKey` of a user; `V:` and the subject's id for vouchers, which no username key can equal. */
  @Column({ name: 'account_key', type: 'text' })
  accountKey: string;

  @Column({ type: 'text' })
  kind: string;

  /** The connection whose pause and quarantine apply to it. */
  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'want_rev', type: 'bigint', default: 0 })
  wantRev: number;

  @Column({ name: 'done_rev', type: 'bigint', default: 0 })
  doneRev: number;

  @Column({ type: 'smallint', default: 1 })
  priority: number;

  @Column({ name: 'due_at', type: 'timestamptz', nullable: true })
  dueAt: Instant | null;

  @Column({ name: 'lease_owner', type: 'text', nullable: true })
  leaseOwner: string | null;

  @Column({ name: 'lease_until_at', type: 'timestamptz', nullable: true })
  leaseUntilAt: Instant | null;

  /** Rises with every claim: writes of a worker that lost its lease are refused. */
  @Column({ type: 'bigint', default: 0 })
  token: string;

  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column({ type: 'jsonb', nullable: true })
  problem: Record<string, unknown> | null;

  @Column({ type: 'jsonb', nullable: true })
  cause: Record<string, unknown> | null;

  /** The sampled trace whose last step is the account's next login, and since when; null once somebody tried. */
  @Column({ name: 'login_trace', type: 'jsonb', nullable: true })
  loginTrace: Record<string, unknown> | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}

export const identityTable = tableOf(IdentityEntity);
