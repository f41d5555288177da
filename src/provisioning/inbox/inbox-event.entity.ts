import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `inbox_events`: one message as it arrived, sealed, and what became of it. */
@Entity({ name: 'inbox_events' })
@Index('inbox_events_once', ['organizationId', 'connectionId', 'dedupeKey'], {
  unique: true,
  where: 'dedupe_key is not null',
})
@Index('inbox_events_list', ['organizationId', 'connectionId', 'seq'])
@Index('inbox_events_waiting', ['organizationId', 'connectionId', 'seq'], { where: "status = 'received'" })
@Index('inbox_events_retention', ['receivedAt'], { where: 'payload_sealed is not null' })
export class InboxEventEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  /** Order of receipt. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  seq: number;

  /** hook: pushed over HTTP; frame: heard on a listener's link; resource: changed by a directory. */
  @Column({ type: 'text' })
  kind: string;

  @Column({ name: 'dedupe_key', type: 'text', nullable: true })
  dedupeKey: string | null;

  /** Null once its retention is over. */
  @Column({ name: 'payload_sealed', type: 'text', nullable: true })
  payloadSealed: string | null;

  @Column({ name: 'byte_length', type: 'int' })
  byteLength: number;

  @Column({ type: 'text' })
  digest: string;

  /** received, absorbed, superseded, ignored, dead. */
  @Column({ type: 'text', default: 'received' })
  status: string;

  @Column({ type: 'jsonb', nullable: true })
  problem: Record<string, unknown> | null;

  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column({ name: 'not_before_at', type: 'timestamptz', nullable: true })
  notBeforeAt: Instant | null;

  /** The trace that it belongs to, as W3C writes it; null where none is sampled. */
  @Column({ type: 'text', nullable: true })
  traceparent: string | null;

  @Column({ name: 'received_at', type: 'timestamptz' })
  receivedAt: Instant;

  @Column({ name: 'absorbed_at', type: 'timestamptz', nullable: true })
  absorbedAt: Instant | null;
}

export const inboxEventTable = tableOf(InboxEventEntity);
