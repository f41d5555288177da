import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Queue } from '../../database/queue/queue.js';
import { type Claimant, WorkQueue } from '../../database/queue/work-queue.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { DisconnectAnswer } from '../../radius/disconnect/disconnects.js';
import type { ControllerSession } from './session-controllers.js';
import type { AccessFacts } from '../policies/access-facts.js';
import type { RadiusFacts } from '../events/radius-event.js';
import { loadDueSessions } from './due-session.statement.js';
import type { SessionRequest } from './session-request.js';

/** One session to check now. */
export interface DueSession {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly startedAt: Instant;
  readonly attempts: number;
  /** Its access point has been asked before. */
  readonly askedAt: Instant | null;
  readonly state: SettledEnding['state'];
  /** What the session was given, as replyDigest writes it; null if unknown. */
  readonly replyDigest: string | null;
  /** When its access point will end it, as far as we told it; null: we told it no end. */
  readonly toldUntil: Instant | null;
  /** Its volume counts. */
  readonly isCounted: boolean;
  /** Its account has since moved to another group. */
  readonly moved: boolean;
  /** What somebody asked for and nobody has answered yet. */
  readonly request: SessionRequest | null;
  /** How it was let in: user, voucher, device, certificate or guest. */
  readonly kind: string | null;
  readonly authMethod: string | null;
  readonly isOpen: boolean;
  readonly acctSessionId: string;
  readonly username: string | null;
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly nasAddress: string | null;
  readonly client: {
    readonly id: string;
    /** Null: it comes by RadSec, and cannot be asked from here. */
    readonly address: string | null;
    readonly name: string;
    readonly vendor: string;
    readonly coaPort: number;
    readonly secretSealed: string;
  } | null;
  readonly timeZone: string;
  readonly isSuspended: boolean;
  /** The registration at a captive portal by which its device came in was ended. */
  readonly hasLeft: boolean;
  /** Its device was let in by a gateway's controller, not by an access point that RADIUS answered. */
  readonly controller: ControllerSession | null;
  readonly certificate: { readonly revokedAt: Instant | null; readonly expiresAt: Instant } | null;
  readonly user: AccessFacts['user'];
  readonly voucher: NonNullable<AccessFacts['voucher']> | null;
  readonly device: AccessFacts['device'];
  readonly group: AccessFacts['group'];
  /** Bytes of the sessions that began today, if the group has a quota. */
  readonly usedToday: number | null;
}

/** What decides about a session, as it is now. */
export type DecidingFacts = Pick<
  DueSession,
  'kind' | 'user' | 'voucher' | 'device' | 'ssid' | 'authMethod' | 'group' | 'client' | 'nasAddress' | 'timeZone'
>;

/** Outcome of a check. `dueAt` null: no further check. */
export interface SettledEnding {
  readonly state: 'waiting' | 'acknowledged' | 'refused' | 'unanswered';
  readonly dueAt: Instant | null;
  readonly reason: string | null;
  readonly attempts: number;
  readonly errorCause: number | null;
  readonly askedAt: Instant | null;
  /** The outcome of a CoA-Request: with `replyDigest` when the access point accepted it. */
  readonly change?: {
    readonly replyDigest: string | null;
    readonly outcome: 'acknowledged' | 'refused' | 'unanswered';
    readonly errorCause: number | null;
  };
  /** Stores the later end that the access point was told. */
  readonly toldUntil?: Instant | null;
  /** The answer to `reauthenticate`. */
  readonly requestOutcome?: DisconnectAnswer['outcome'];
}

const endings: Queue = {
  name: 'session_endings',
  table: 'session_endings',
  key: 'session_id',
  // Sessions without an end are left out of the index.
  due: () => "q.due_at <= $2 and q.due_at < 'infinity'",
  orderBy: 'due_at',
  leaseSeconds: 30,
  set: 'due_again = false',
  returning: `q.organization_id as "organizationId", q.session_id as "sessionId", q.started_at as "startedAt",
    q.attempts, q.state, q.moved, q.reply_digest as "digestSince", q.asked_at as "askedAt",
    q.told_until_at as "toldUntilSince",
    case when q.request_outcome is null then q.request end as request`,
};

type Claimed = SessionKey &
  Pick<DueSession, 'attempts' | 'state' | 'moved' | 'askedAt' | 'request'> & {
    readonly digestSince: string | null;
    readonly toldUntilSince: Instant | null;
  };

/** A session that changed during the look is looked at again: access that ended just then would last otherwise. */
const settle = statement(
  'session_endings_settle',
  `
  update session_endings set state = $3, due_at = case when confirmed_at is not null then 'infinity'
    when due_again then least(due_at, $4::timestamptz) else coalesce($4::timestamptz, 'infinity') end,
    reason = $5, attempts = $6, error_cause = $7, asked_at = coalesce($8, asked_at),
    moved = moved and ($5::text is not null or due_again),
    reply_digest = coalesce($9, reply_digest), change_outcome = coalesce($10, change_outcome), change_error_cause = case
    when $10::text is null then change_error_cause else $11::int end,
    request_outcome = coalesce($12, request_outcome), told_until_at = coalesce($13, told_until_at),
    lease_owner = null, lease_until_at = null
  where organization_id = $1 and session_id = $2`,
);

/** Written before the packet leaves, since the Stop may arrive before the answer. */
const begin = statement(
  'session_endings_begin',
  'update session_endings set asked_at = $3, reason = $4 where organization_id = $1 and session_id = $2',
);

/** If something changed since the claim, it stays due. */
const forget = statement(
  'session_endings_forget',
  `
  with gone as (delete from session_endings where organization_id = $1 and session_id = $2 and not due_again)
  update session_endings set lease_owner = null, lease_until_at = null
  where organization_id = $1 and session_id = $2 and due_again`,
);

const confirm = statement(
  'session_endings_confirm',
  `
  update session_endings set confirmed_at = $3, due_at = 'infinity', lease_owner = null, lease_until_at = null
  where organization_id = $1
    and session_id = $2`,
);

const close = statement(
  'session_endings_close',
  `
  with gone as (delete from controller_sessions where organization_id = $1 and session_id = $3)
  update accounting_sessions set stopped_at = $4, updated_at = $4, terminate_cause = $5 where organization_id = $1
    and started_at = $2 and id = $3 and stopped_at is null
  returning username, mac, access_point as "accessPoint", access_point_mac as "accessPointMac",
    nullif(split_part(session_class, ':', 5), '') as "authMethod", seen,
    (select jsonb_build_object('type', d.type, 'os', d.os) from devices d where d.organization_id = $1
    and (d.mac = accounting_sessions.mac or split_part(session_class, ':', 1) = 'certificate'
      and d.id = (select c.device_id from certificates c where c.organization_id = $1
        and c.id = nullif(split_part(session_class, ':', 3), '')::uuid))
     order by d.mac = accounting_sessions.mac desc nulls last limit 1) as device`,
);

/**
 * Sessions of which nothing was heard for so long that nobody can be there. Of those that a controller let in nothing
 * is ever heard: they end when the controller closes.
 */
const stale = statement(
  'session_endings_stale',
  `
  select organization_id as "organizationId", id as "sessionId", started_at as "startedAt" from accounting_sessions
    where stopped_at is null and updated_at < $1
      and not exists (select from controller_sessions c where c.organization_id = accounting_sessions.organization_id
        and c.session_id = accounting_sessions.id)
    order by updated_at limit 1000`,
);

export type SessionKey = Pick<DueSession, 'organizationId' | 'sessionId' | 'startedAt'>;

/** In the form that events use. */
export type ClosedSession = Pick<
  RadiusFacts,
  'username' | 'mac' | 'accessPoint' | 'accessPointMac' | 'authMethod' | 'seen' | 'device'
>;

@Injectable()
export class SessionEndingsRepository {
  private readonly queue: WorkQueue<Claimed>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, endings);
  }

  /** Sessions that are due. */
  async claim(claimant: Claimant, limit: number): Promise<DueSession[]> {
    const claimed = await this.queue.claim({ ...claimant, limit });
    const due: DueSession[] = [];
    for (const organizationId of new Set(claimed.map((each) => each.organizationId))) {
      const own = claimed.filter((each) => each.organizationId === organizationId);
      const known = await this.database.query<DueSession>(systemContext(organizationId, 'sessions'), loadDueSessions, [
        organizationId,
        own.map(({ sessionId }) => sessionId),
        own.map(({ startedAt }) => startedAt),
      ]);
      const facts = new Map(known.map((each) => [each.sessionId, each]));
      // A session whose month was dropped is over.
      due.push(
        ...own.map(({ digestSince, toldUntilSince, ...each }) => {
          const session = facts.get(each.sessionId);
          return {
            isOpen: false,
            ...session,
            toldUntil: toldUntilSince ?? session?.toldUntil ?? null,
            replyDigest: digestSince ?? session?.replyDigest ?? null,
            ...each,
          } as DueSession;
        }),
      );
    }
    return due;
  }

  facts(
    context: Context,
    { sessionId, startedAt }: Pick<SessionKey, 'sessionId' | 'startedAt'>,
  ): Promise<DecidingFacts | undefined> {
    return this.database.one(context, loadDueSessions, [context.organizationId, [sessionId], [startedAt]]);
  }

  async settle(
    context: Context,
    { sessionId }: Pick<SessionKey, 'sessionId'>,
    { state, dueAt, reason, attempts, errorCause, askedAt, change, toldUntil, requestOutcome }: SettledEnding,
  ): Promise<void> {
    await this.database.query(context, settle, [
      context.organizationId,
      sessionId,
      state,
      dueAt,
      reason,
      attempts,
      errorCause,
      askedAt,
      change?.replyDigest ?? null,
      change?.outcome ?? null,
      change?.errorCause ?? null,
      requestOutcome ?? null,
      toldUntil ?? null,
    ]);
  }

  /** An access point is about to be asked. */
  async begin(
    context: Context,
    { sessionId }: Pick<SessionKey, 'sessionId'>,
    askedAt: Instant,
    reason: string,
  ): Promise<void> {
    await this.database.query(context, begin, [context.organizationId, sessionId, askedAt, reason]);
  }

  async forget(context: Context, { sessionId }: Pick<SessionKey, 'sessionId'>): Promise<void> {
    await this.database.query(context, forget, [context.organizationId, sessionId]);
  }

  /** The session has stopped. */
  async confirm(inside: Context, { sessionId }: Pick<SessionKey, 'sessionId'>, at: Instant): Promise<void> {
    await this.database.query(inside, confirm, [inside.organizationId, sessionId, at]);
  }

  /** The session as it was, when it was still open. */
  close(
    context: Context,
    { sessionId, startedAt }: SessionKey,
    at: Instant,
    cause: string,
  ): Promise<ClosedSession | undefined> {
    return this.database.one(context, close, [context.organizationId, startedAt, sessionId, at, cause]);
  }

  stale(before: Instant): Promise<SessionKey[]> {
    return this.database.query(systemContext(everyOrganization, 'sessions'), stale, [before]);
  }
}
