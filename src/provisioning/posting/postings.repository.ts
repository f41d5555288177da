import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { violatedConstraint } from '../../database/sql-state.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { Posting, PostingStatus, WantedPosting } from './posting.js';

const columns = `p.id, p.connection_id as "connectionId", p.number, p.room, p.reservation, p.amount::float8 as amount,
  p.currency, p.item, p.status, p.reason, p.code, p.created_at as "createdAt", p.answered_at as "answeredAt"`;

/** Two processes must not give the same number. */
const hold = statement('room_postings_hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0)) as held');

/** Retention keeps the newest of a connection, so that no number comes again. */
const add = statement(
  'room_postings_add',
  `
  insert into room_postings as p (organization_id, id, connection_id, number, room, reservation, amount, currency, item,
    status, created_at, expires_at)
  select $1::uuid, $2::uuid, $3::uuid, 1 + coalesce(max(n.number), 0), $4, $5, $6::bigint, $7, $8, 'queued',
    $9::timestamptz, $10::timestamptz
  from room_postings n where n.organization_id = $1::uuid and n.connection_id = $3::uuid
  on conflict (organization_id, id) do nothing`,
);

const find = statement(
  'room_postings_find',
  `select ${columns} from room_postings p where p.organization_id = $1 and p.id = $2`,
);

const lockByNumber = statement(
  'room_postings_lock_by_number',
  `
  select ${columns} from room_postings p
  where p.organization_id = $1 and p.connection_id = $2 and p.number = $3 for update`,
);

const lock = statement(
  'room_postings_lock',
  `select ${columns} from room_postings p where p.organization_id = $1 and p.id = $2 for update`,
);

/**
 * The oldest that waits, as sent: from here on it is never sent again, whatever becomes of the process. One at a time,
 * as the interface wants it. $3, $4: the link's lease, $5 now, $6 until when the answer is waited for.
 */
const claim = statement(
  'room_postings_claim',
  `
  with held as materialized (select token from leases where organization_id = $1 and name = $3 and token = $4
    for share),
  next as (select q.id from room_postings q where q.organization_id = $1 and q.connection_id = $2
    and q.status = 'queued' and q.expires_at > $5 order by q.number limit 1 for no key update skip locked)
  update room_postings p set status = 'sent', sent_at = $5, expires_at = $6 from next
  where p.organization_id = $1 and p.id = next.id and exists (select from held)
    and not exists (select from room_postings o where o.organization_id = $1 and o.connection_id = $2
      and o.status = 'sent')
  returning ${columns}`,
);

const handBack = statement(
  'room_postings_hand_back',
  `
  update room_postings set status = 'queued', sent_at = null, expires_at = $3
  where organization_id = $1 and id = $2 and status = 'sent'`,
);

const settle = statement(
  'room_postings_settle',
  `
  update room_postings set status = $3, reason = $4, code = $5, answered_at = $6, reservation = null,
    settled_by = $7
  where organization_id = $1 and id = $2`,
);

const waiting = replanned(
  'room_postings_waiting',
  `select distinct organization_id as "organizationId", connection_id as "connectionId" from room_postings
  where status = 'queued' and expires_at > $1 limit 1000`,
);

const expired = replanned(
  'room_postings_expired',
  `select organization_id as "organizationId", id from room_postings
  where status in ('queued', 'sent') and expires_at <= $1 order by expires_at limit 100`,
);

export interface PostingSettlement {
  readonly status: PostingStatus;
  readonly reason: Posting['reason'];
  readonly code: string | null;
  /** Null: the hotel system's own answer, or its silence. */
  readonly settledBy?: string | null;
}

@Injectable()
export class PostingsRepository {
  constructor(private readonly database: Database) {}

  /** A second time with the same id it does nothing. */
  async add(inside: Context, wanted: WantedPosting, at: Instant, expiresAt: Instant): Promise<void> {
    const { organizationId } = inside;
    const { id, connectionId, room, reservation, amount, currency, item } = wanted;
    await this.database.query(inside, hold, [`posting ${organizationId} ${connectionId}`]);
    const values = [organizationId, id, connectionId, room, reservation, amount, currency, item, at, expiresAt];
    await this.database.query(inside, add, values);
  }

  find(context: Context, id: string): Promise<Posting | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  lock(inside: Context, id: string): Promise<Posting | undefined> {
    return this.database.one(inside, lock, [inside.organizationId, id]);
  }

  lockByNumber(inside: Context, connectionId: string, number: number): Promise<Posting | undefined> {
    return this.database.one(inside, lockByNumber, [inside.organizationId, connectionId, number]);
  }

  /** Undefined: nothing waits, the answer to another is still out, or the lease is somebody else's by now. */
  async claim(
    context: Context,
    connectionId: string,
    lease: { readonly name: string; readonly token: number },
    at: Instant,
    answerBy: Instant,
  ): Promise<Posting | undefined> {
    const values = [context.organizationId, connectionId, lease.name, lease.token, at, answerBy];
    try {
      return await this.database.one(context, claim, values);
    } catch (error) {
      // Somebody claimed another at the same moment.
      if (violatedConstraint(error) === 'room_postings_one_sent') return undefined;
      throw error;
    }
  }

  /** Only for who knows that it was not sent. */
  async handBack(context: Context, id: string, expiresAt: Instant): Promise<void> {
    await this.database.query(context, handBack, [context.organizationId, id, expiresAt]);
  }

  async settle(inside: Context, id: string, settlement: PostingSettlement, at: Instant): Promise<void> {
    const { status, reason, code, settledBy = null } = settlement;
    await this.database.query(inside, settle, [inside.organizationId, id, status, reason, code, at, settledBy]);
  }

  /** Connections that have something to send. */
  waiting(now: Instant): Promise<{ readonly organizationId: string; readonly connectionId: string }[]> {
    return this.database.query(systemContext(everyOrganization, 'postings'), waiting, [now]);
  }

  expired(now: Instant): Promise<{ readonly organizationId: string; readonly id: string }[]> {
    return this.database.query(systemContext(everyOrganization, 'postings'), expired, [now]);
  }
}
