import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../../database/table.js';
import type { Instant } from '../../../kernel/clock.js';
import type { RunDecision, RunProblem } from './run.js';

/** Row of `runs`: one pass over a connection's records, and what it found. */
@Entity({ name: 'runs' })
@Index('runs_list', ['organizationId', 'connectionId', 'createdAt', 'id'])
@Index('runs_of_all', ['organizationId', 'createdAt', 'id'])
@Index('runs_one_at_a_time', ['organizationId', 'connectionId', 'mode'], {
  unique: true,
  where: "status in ('queued', 'running') and not behind",
})
@Index('runs_one_behind', ['organizationId', 'connectionId', 'mode', 'dryRun'], { unique: true, where: 'behind' })
@Index('runs_open', ['status', 'createdAt'], { where: "status in ('queued', 'running', 'held')" })
export class RunEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  /** full, incremental, access. */
  @Column({ type: 'text' })
  mode: string;

  /** operator, schedule, source (the outside system began a list by itself), hint. */
  @Column({ type: 'text' })
  cause: string;

  @Column({ type: 'text' })
  status: string;

  @Column({ name: 'dry_run', type: 'boolean', default: false })
  dryRun: boolean;

  @Column({ type: 'jsonb', nullable: true })
  cursor: Record<string, unknown> | null;

  @Column({ type: 'int', default: 0 })
  pages: number;

  @Column({ type: 'int', default: 0 })
  seen: number;

  @Column({ type: 'int', default: 0 })
  changed: number;

  @Column({ type: 'int', default: 0 })
  invalid: number;

  @Column({ type: 'int', default: 0 })
  missing: number;

  @Column({ type: 'int', default: 0 })
  held: number;

  /** Of the leavers it reported: how many wait for a decision, in the plan of `endingsRunId`. */
  @Column({ name: 'endings_held', type: 'int', default: 0 })
  endingsHeld: number;

  @Column({ name: 'endings_run_id', type: 'uuid', nullable: true })
  endingsRunId: string | null;

  @Column({ name: 'plan_hash', type: 'text', nullable: true })
  planHash: string | null;

  @Column({ type: 'jsonb', nullable: true })
  problem: RunProblem | null;

  @Column({ name: 'requested_by', type: 'text' })
  requestedBy: string;

  @Column({ name: 'decided_by', type: 'text', nullable: true })
  decidedBy: string | null;

  /** Who approved, rejected or cancelled it, in this order. */
  @Column({ type: 'jsonb', default: [] })
  decisions: readonly RunDecision[];

  @Column({ name: 'lease_owner', type: 'text', nullable: true })
  leaseOwner: string | null;

  @Column({ name: 'lease_until_at', type: 'timestamptz', nullable: true })
  leaseUntilAt: Instant | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'started_at', type: 'timestamptz', nullable: true })
  startedAt: Instant | null;

  /** The list was complete. */
  @Column({ name: 'collected_at', type: 'timestamptz', nullable: true })
  collectedAt: Instant | null;

  /** Which list was read, where lists are delivered; empty: none was there. */
  @Column({ name: 'list_id', type: 'text', nullable: true })
  listId: string | null;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt: Instant | null;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt: Instant | null;

  /** Requested while another run of its mode was in progress: it waits for the end of that. */
  @Column({ type: 'boolean', default: false })
  behind: boolean;

  /** The mark for listed records; a list that starts over gets a new one; null: its id. */
  @Column({ name: 'pass_id', type: 'uuid', nullable: true })
  passId: string | null;
}

export const runTable = tableOf(RunEntity);
