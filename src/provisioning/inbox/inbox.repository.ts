import { Injectable } from '@nestjs/common';
import { Database, listed, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization } from '../../kernel/context.js';
import type { EventVerdict, WaitingEvent } from './message.js';

export interface NewEvent {
  readonly id: string;
  readonly connectionId: string;
  readonly kind: string;
  readonly dedupeKey: string | null;
  readonly payloadSealed: string;
  readonly byteLength: number;
  readonly digest: string;
  readonly receivedAt: Instant;
  readonly traceparent?: string | null;
}

/** The lease that a writer holds, and its fencing token. */
export interface Fence {
  readonly name: string;
  readonly token: number;
}

export interface InboxAddress {
  readonly organizationId: string;
  readonly connectionId: string;
}

@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /** Stores all in this order, in one statement; returns the ids of those that are new, which only a key can tell. */
  async insert(context: Context, events: readonly NewEvent[]): Promise<Set<string>> {
    if (this.database.isDistributed) {
      const stored = await this.database.query<{ id: string }>(context, insertListed, listedOf(context, events));
      return new Set(stored.map(({ id }) => id));
    }
    const keyed = await this.database.query<{ id: string }>(context, insertEvents, valuesOf(context, events));
    const unkeyed = events.filter(({ dedupeKey }) => dedupeKey === null);
    return new Set([...unkeyed, ...keyed].map(({ id }) => id));
  }

  afterCommit(inside: Context, action: () => void): void {
    this.database.afterCommit(inside, action);
  }

  /** Stores all in this order if the lease still has this token; otherwise returns false and stores nothing. */
  async insertHeld(context: Context, fence: Fence, events: readonly NewEvent[]): Promise<boolean> {
    if (this.database.isDistributed) return this.insertHeldListed(context, fence, events);
    const { name, token } = fence;
    const held = await this.database.query(context, insertHeldEvents, [...valuesOf(context, events), name, token]);
    return held.length > 0;
  }

  /** Both leave together; what is stored without the lease is rolled back. */
  private async insertHeldListed(
    context: Context,
    { name, token }: Fence,
    events: readonly NewEvent[],
  ): Promise<boolean> {
    try {
      await this.database.transaction(context, async (inside) => {
        const [held] = await Promise.all([
          this.database.one(inside, holdLease, [inside.organizationId, name, token]),
          this.database.query(inside, insertListed, listedOf(inside, events)),
        ]);
        if (!held) throw new LeaseLost();
      });
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      throw error;
    }
  }

  /**
   * The next events of one connection that may be absorbed at `now`, in order of receipt; those `behind` a place in it.
   */
  waiting(context: Context, connectionId: string, now: Instant, limit: number, behind = 0): Promise<WaitingEvent[]> {
    return this.database.query<WaitingEvent>(context, waitingEvents, [
      context.organizationId,
      connectionId,
      now,
      limit,
      behind,
    ]);
  }

  /** Those of `ids` that nobody has finished meanwhile. */
  async stillWaiting(context: Context, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(context, stillWaiting, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async settle(context: Context, verdicts: readonly EventVerdict[], now: Instant): Promise<void> {
    if (verdicts.length === 0) return;
    const rows = verdicts.map(({ id, status, problem, notBeforeAt }) => ({
      id,
      status,
      problem,
      not_before_at: notBeforeAt ?? null,
    }));
    await this.database.query(context, settleEvents, [context.organizationId, JSON.stringify(rows), now]);
  }

  /** Postponed events may be tried at once. */
  async hurry(context: Context, connectionId: string): Promise<void> {
    await this.database.query(context, hurryEvents, [context.organizationId, connectionId]);
  }

  /** False when the payload is gone; undefined when there is no such event. */
  async replay(
    context: Context,
    id: string,
  ): Promise<{ readonly connectionId: string; readonly replayed: boolean } | undefined> {
    return this.database.one(context, replayEvent, [context.organizationId, id]);
  }

  /** Connections of all organizations with something to absorb now. */
  withWaiting(context: Context, now: Instant): Promise<InboxAddress[]> {
    return this.database.query<InboxAddress>(
      { ...context, organizationId: everyOrganization },
      connectionsWithWaiting,
      [now],
    );
  }
}

class LeaseLost extends Error {}

function listedOf({ organizationId }: Context, events: readonly NewEvent[]): unknown[] {
  const rows = events.map((event) => ({
    id: event.id,
    connection_id: event.connectionId,
    kind: event.kind,
    dedupe_key: event.dedupeKey,
    payload_sealed: event.payloadSealed,
    byte_length: event.byteLength,
    digest: event.digest,
    received_at: event.receivedAt,
    traceparent: event.traceparent,
  }));
  return [organizationId, JSON.stringify(rows)];
}

function valuesOf({ organizationId }: Context, events: readonly NewEvent[]): unknown[] {
  return [
    organizationId,
    events.map(({ id }) => id),
    events.map(({ connectionId }) => connectionId),
    events.map(({ kind }) => kind),
    events.map(({ dedupeKey }) => dedupeKey),
    events.map(({ payloadSealed }) => payloadSealed),
    events.map(({ byteLength }) => byteLength),
    events.map(({ digest }) => digest),
    events.map(({ receivedAt }) => receivedAt),
    events.map(({ traceparent }) => traceparent ?? null),
  ];
}

const store = (condition: string) => `
    insert into inbox_events (organization_id, id, connection_id, kind, dedupe_key, payload_sealed, byte_length, digest,
      received_at, traceparent)
    select $1, e.id, e.connection_id, e.kind, e.dedupe_key, e.payload_sealed, e.byte_length, e.digest, e.received_at,
      e.traceparent
    from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::timestamptz[],
      $10::text[]) with ordinality as e (id, connection_id, kind, dedupe_key, payload_sealed, byte_length, digest,
        received_at, traceparent, position)
    ${condition} order by e.position
    on conflict do nothing`;

const insertEvents = statement(
  'inbox_insert',
  `
  with stored as (${store('')} returning id, dedupe_key)
  select id from stored where dedupe_key is not null`,
);

// The lock keeps the lease from changing hands until the messages are stored under it.
const insertHeldEvents = statement(
  'inbox_insert_held',
  `
  with held as materialized (select token from leases where organization_id = $1 and name = $11 and token = $12
    for share),
  stored as (${store('where exists (select from held)')})
  select token from held`,
);

/** Where tables are distributed. */
const insertListed = listed(
  statement(
    'inbox_insert_listed',
    `
  insert into inbox_events (organization_id, id, connection_id, kind, dedupe_key, payload_sealed, byte_length, digest,
    received_at, traceparent)
  select $1, r.id, r.connection_id, r.kind, r.dedupe_key, r.payload_sealed, r.byte_length, r.digest, r.received_at,
    r.traceparent
  from json_to_recordset($2::json) as r (id uuid, connection_id uuid, kind text, dedupe_key text, payload_sealed text,
    byte_length int, digest text, received_at timestamptz, traceparent text)
  on conflict do nothing returning id`,
  ),
);
const holdLease = statement(
  'inbox_hold_lease',
  'select token from leases where organization_id = $1 and name = $2 and token = $3 for share',
);

const waitingEvents = statement(
  'inbox_waiting',
  `
  select id, seq, kind, payload_sealed as "payloadSealed", attempts, received_at as "receivedAt", traceparent
  from inbox_events
  where organization_id = $1 and connection_id = $2 and status = 'received' and (not_before_at is null
    or not_before_at <= $3) and seq > $5
  order by seq limit $4`,
);

const stillWaiting = replanned(
  'inbox_still_waiting',
  `
  select id from inbox_events where organization_id = $1 and id = any ($2::uuid[]) and status = 'received' for update`,
);

const settleEvents = replanned(
  'inbox_settle',
  `
  update inbox_events e set status = v.status, problem = v.problem, not_before_at = v.not_before_at,
    attempts = e.attempts + (v.not_before_at is not null)::int, absorbed_at = case when v.status <> 'received'
    then $3::timestamptz end
  from jsonb_to_recordset($2::jsonb) as v (id uuid, status text, problem jsonb, not_before_at timestamptz)
  where e.organization_id = $1 and e.id = v.id`,
);

const hurryEvents = statement(
  'inbox_hurry',
  `
  update inbox_events set not_before_at = null
  where organization_id = $1 and connection_id = $2 and status = 'received' and not_before_at is not null`,
);

const replayEvent = statement(
  'inbox_replay',
  `
  with event as (select id, connection_id, payload_sealed is not null as kept from inbox_events
    where organization_id = $1 and id = $2),
  again as (update inbox_events e set status = 'received', problem = null, not_before_at = null, attempts = 0,
  absorbed_at = null
    from event where e.organization_id = $1 and e.id = event.id and event.kept)
  select connection_id as "connectionId", kept as replayed from event`,
);

const connectionsWithWaiting = statement(
  'inbox_connections_with_waiting',
  `
  select distinct e.organization_id as "organizationId", e.connection_id as "connectionId" from inbox_events e
  join connections c on c.organization_id = e.organization_id and c.id = e.connection_id
  where e.status = 'received' and (e.not_before_at is null or e.not_before_at <= $1)
    and c.enabled and c.status <> 'disabled' and c.pause is distinct from 'all'`,
);
