import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `connections`. Secrets are sealed here and opened by the repository only. */
@Entity({ name: 'connections' })
@Index('connections_list', ['organizationId', 'createdAt', 'id'])
@Index('connections_by_id', ['id'])
@Index('connections_by_installation', ['connector', 'installation'])
export class ConnectionEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  connector: string;

  /**
   * By which the vendor names the customer in messages of an app, in lower case; null where messages come to the
   * connection's own address only.
   */
  @Column({ type: 'text', nullable: true })
  installation: string | null;

  @Column({ type: 'jsonb' })
  settings: Record<string, unknown>;

  @Column({ name: 'secrets_sealed', type: 'text', nullable: true })
  secretsSealed: string | null;

  @Column({ type: 'jsonb' })
  target: Record<string, unknown>;

  @Column({ name: 'target_secret_sealed', type: 'text', nullable: true })
  targetSecretSealed: string | null;

  @Column({ name: 'target_key', type: 'text' })
  targetKey: string;

  @Column({ type: 'jsonb' })
  schedule: Record<string, unknown>;

  /** As the operator wrote it; the repository resolves it with its preset. */
  @Column({ type: 'jsonb' })
  access: Record<string, unknown>;

  @Column({ type: 'jsonb' })
  safety: Record<string, unknown>;

  /** What becomes of each kind of difference between ledger and console; null: it is reported. */
  @Column({ type: 'jsonb', nullable: true })
  drift: Record<string, unknown> | null;

  @Column({ type: 'boolean' })
  enabled: boolean;

  @Column({ type: 'text' })
  status: string;

  @Column({ type: 'text', nullable: true })
  pause: string | null;

  /** What becomes of its accounts, while the connection is being deleted: keep, disable, delete. */
  @Column({ type: 'text', nullable: true })
  closing: string | null;

  @Column({ type: 'jsonb', nullable: true })
  quarantine: Record<string, unknown> | null;

  @Column({ type: 'jsonb', nullable: true })
  link: Record<string, unknown> | null;

  @Column({ type: 'jsonb', nullable: true })
  cursor: Record<string, unknown> | null;

  @Column({ name: 'next_full_at', type: 'timestamptz', nullable: true })
  nextFullAt: Instant | null;

  @Column({ name: 'next_incremental_at', type: 'timestamptz', nullable: true })
  nextIncrementalAt: Instant | null;

  @Column({ name: 'next_drift_at', type: 'timestamptz', nullable: true })
  nextDriftAt: Instant | null;

  @Column({ name: 'last_full_scan_at', type: 'timestamptz', nullable: true })
  lastFullScanAt: Instant | null;

  /** The subscription at the outside system, as its connector stores it; null: none was requested. */
  @Column({ type: 'jsonb', nullable: true })
  subscription: Record<string, unknown> | null;

  @Column({ name: 'subscription_due_at', type: 'timestamptz', nullable: true })
  subscriptionDueAt: Instant | null;

  /** Since when a full list is to be asked for, as what came over the link may have been lost. */
  @Column({ name: 'list_owed_at', type: 'timestamptz', nullable: true })
  listOwedAt: Instant | null;

  @Column({ name: 'last_problem', type: 'jsonb', nullable: true })
  lastProblem: Record<string, unknown> | null;

  /** Since when nothing was heard, once that is longer than usual. */
  @Column({ name: 'silent_since_at', type: 'timestamptz', nullable: true })
  silentSinceAt: Instant | null;

  /** Since when its console cannot be reached, and why; null: it can, or nothing was tried. */
  @Column({ name: 'console_outage', type: 'jsonb', nullable: true })
  consoleOutage: Record<string, unknown> | null;

  /** When something is tried at that console again. */
  @Column({ name: 'console_look_due_at', type: 'timestamptz', nullable: true })
  consoleLookDueAt: Instant | null;

  /** Since when its console refuses accounts, how many, and why; null: it refuses none. */
  @Column({ name: 'accounts_refused', type: 'jsonb', nullable: true })
  accountsRefused: Record<string, unknown> | null;

  /** Since when credentials wait because no way is set up by which they could go. */
  @Column({ name: 'deliveries_waiting_since_at', type: 'timestamptz', nullable: true })
  deliveriesWaitingSinceAt: Instant | null;

  /** When the test of its present settings is to be taken up, by whoever finds it; null: it is done. */
  @Column({ name: 'test_due_at', type: 'timestamptz', nullable: true })
  testDueAt: Instant | null;

  @Column({ name: 'last_test', type: 'jsonb', nullable: true })
  lastTest: Record<string, unknown> | null;

  @Column({ type: 'int', default: 1 })
  revision: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}

export const connectionTable = tableOf(ConnectionEntity);
