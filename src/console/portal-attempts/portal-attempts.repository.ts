import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type PortalAttemptEntity, portalAttemptTable } from './portal-attempt.entity.js';

export const attemptKinds = ['device', 'room', 'account', 'portal', 'vouchers'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export type PortalAttempt = Readonly<Omit<PortalAttemptEntity, 'organizationId' | 'countedUntil'>> & {
  readonly kind: AttemptKind;
};

const statusColumn = `(case when a.locked_until > now() then 'locked' else 'counting' end)`;

export const portalAttemptListFields = listFields({
  id: 'a.id',
  sort: 'last_at:desc',
  fields: {
    id: { column: 'a.id', type: 'uuid' },
    captive_portal_id: { column: 'a.captive_portal_id', type: 'uuid' },
    kind: { column: 'a.kind', type: 'text' },
    subject: { column: 'a.subject', type: 'text' },
    failures: { column: 'a.failures', type: 'integer' },
    status: { column: statusColumn, type: 'text' },
    first_at: { column: 'a.first_at', type: 'instant' },
    last_at: { column: 'a.last_at', type: 'instant' },
    locked_until: { column: 'a.locked_until', type: 'instant' },
  },
});

/** $2 kind, $3 subjects; either alone, or the id in $4. */
const unlock = statement(
  'portal_attempts_unlock',
  `
  delete from portal_attempts where organization_id = $1
    and ((kind = $2 and subject = $3) or id = $4::uuid) returning captive_portal_id as "captivePortalId", kind`,
);

/** Of portals ($2), those at which somebody is still taken for guessing. */
const stillGuessedAt = statement(
  'portal_attempts_still_guessed_at',
  `
  select distinct captive_portal_id as "captivePortalId" from portal_attempts where organization_id = $1
    and captive_portal_id = any ($2::uuid[]) and kind in ('portal', 'vouchers') and locked_until > $3`,
);

/**
 * $2 new id, $3 portal, $4 kind, $5 subject, $6 now, $7 the end of a counting period that begins now, $8 failures that
 * lock, $9 the end of a lock that begins now. No row while it is locked: refused tries do not extend the lock.
 */
const take = statement(
  'portal_attempts_take',
  `
  insert into portal_attempts as a (organization_id, id, captive_portal_id, kind, subject, failures, first_at, last_at,
    counted_until, locked_until)
  values ($1, $2, $3, $4, $5, 1, $6, $6, $7, case when $8::int <= 1 then $9::timestamptz end)
  on conflict (organization_id, captive_portal_id, kind, subject) do update set
    failures = case when a.counted_until <= $6 or a.locked_until <= $6 then 1 else a.failures + 1 end,
    first_at = case when a.counted_until <= $6 or a.locked_until <= $6 then $6 else a.first_at end,
    last_at = $6,
    counted_until = case when a.counted_until <= $6 or a.locked_until <= $6 then $7 else a.counted_until end,
    locked_until = case when $8::int <= case when a.counted_until <= $6 or a.locked_until <= $6 then 1
      else a.failures + 1 end then $9::timestamptz end
  where a.locked_until is null or a.locked_until <= $6
  returning failures, locked_until as "lockedUntil"`,
);

const lockOf = statement(
  'portal_attempts_lock',
  `
  select locked_until as "lockedUntil" from portal_attempts
  where organization_id = $1 and captive_portal_id = $2 and kind = $3 and subject = $4 and locked_until > $5`,
);

const giveBack = statement(
  'portal_attempts_give_back',
  `
  update portal_attempts set failures = greatest(failures - 1, 0), locked_until = null
  where organization_id = $1 and captive_portal_id = $2 and kind = $3 and subject = $4`,
);

const forget = statement(
  'portal_attempts_forget',
  `
  delete from portal_attempts where organization_id = $1 and captive_portal_id = $2 and kind = $3 and subject = $4`,
);

/** $3 who has waited; whoever comes too late waits anew. Of requests at the same time one gets the row. */
const useTurn = statement(
  'portal_turns_use',
  `
  delete from portal_attempts where organization_id = $1 and captive_portal_id = $2 and kind = 'turn' and subject = $3
    and locked_until <= $4 and counted_until > $4 returning 1`,
);

const turnOf = statement(
  'portal_turns_find',
  `
  select locked_until as "lockedUntil" from portal_attempts where organization_id = $1 and captive_portal_id = $2
    and kind = 'turn' and subject = $3 and locked_until > $4`,
);

/** $3 where codes are guessed. Locked, so that of devices that come at once each gets a turn of its own. */
const latestTurn = statement(
  'portal_turns_latest',
  `
  select locked_until as "lockedUntil" from portal_attempts where organization_id = $1 and captive_portal_id = $2
    and kind = 'turn' and subject = $3 for update`,
);

/** $2 new id, $3 portal, $4 whose it is, or the place whose latest it is, $5 now, $6 when it is, $7 until when. */
const giveTurn = statement(
  'portal_turns_give',
  `
  insert into portal_attempts (organization_id, id, captive_portal_id, kind, subject, failures, first_at, last_at,
    counted_until, locked_until)
  values ($1, $2, $3, 'turn', $4, 0, $5, $5, $7, $6)
  on conflict (organization_id, captive_portal_id, kind, subject) do update set last_at = $5, counted_until = $7,
    locked_until = $6`,
);

/** A try, and how many are allowed. */
export interface AttemptLimit {
  readonly kind: AttemptKind;
  readonly subject: string;
  readonly failures: number;
  readonly countedUntil: Instant;
  readonly lockedUntil: Instant;
}

@Injectable()
export class PortalAttemptsRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<PortalAttempt>> {
    return listRows<PortalAttempt>(this.database, context, list, {
      name: 'portal_attempts',
      select: portalAttemptTable.select('a'),
      from: 'portal_attempts a',
      where: `a.organization_id = $1 and a.kind <> 'turn'`,
      values: [context.organizationId],
    });
  }

  unlock(
    context: Context,
    what: { readonly kind: AttemptKind; readonly subject: string } | { readonly id: string },
  ): Promise<{ readonly captivePortalId: string; readonly kind: AttemptKind }[]> {
    const { kind, subject, id } = { kind: null, subject: null, id: null, ...what };
    return this.database.query(context, unlock, [context.organizationId, kind, subject, id]);
  }

  async stillGuessedAt(context: Context, portalIds: readonly string[], at: Instant): Promise<string[]> {
    const values = [context.organizationId, portalIds, at];
    const rows = await this.database.query<{ captivePortalId: string }>(context, stillGuessedAt, values);
    return rows.map(({ captivePortalId }) => captivePortalId);
  }

  /** Counts a try before it is made. Undefined if it is locked. */
  take(
    context: Context,
    id: string,
    portalId: string,
    { kind, subject, failures, countedUntil, lockedUntil }: AttemptLimit,
    at: Instant,
  ): Promise<{ readonly failures: number; readonly lockedUntil: Instant | null } | undefined> {
    return this.database.one(context, take, [
      context.organizationId,
      id,
      portalId,
      kind,
      subject,
      at,
      countedUntil,
      failures,
      lockedUntil,
    ]);
  }

  /** The end of the lock, or undefined. */
  async lockOf(
    context: Context,
    portalId: string,
    kind: AttemptKind,
    subject: string,
    at: Instant,
  ): Promise<Instant | undefined> {
    const row = await this.database.one<{ lockedUntil: Instant }>(context, lockOf, [
      context.organizationId,
      portalId,
      kind,
      subject,
      at,
    ]);
    return row?.lockedUntil;
  }

  /** The try was no failure. */
  async giveBack(context: Context, portalId: string, kind: AttemptKind, subject: string): Promise<void> {
    await this.database.query(context, giveBack, [context.organizationId, portalId, kind, subject]);
  }

  async forget(context: Context, portalId: string, kind: AttemptKind, subject: string): Promise<void> {
    await this.database.query(context, forget, [context.organizationId, portalId, kind, subject]);
  }

  /** Whether whoever waited may try now; it is good for one try. */
  async useTurn(context: Context, portalId: string, who: string, at: Instant): Promise<boolean> {
    const used = await this.database.query(context, useTurn, [context.organizationId, portalId, who, at]);
    return used.length > 0;
  }

  /** When the turn is that was given already. */
  async turnOf(context: Context, portalId: string, who: string, at: Instant): Promise<Instant | undefined> {
    const row = await this.database.one<{ lockedUntil: Instant }>(context, turnOf, [
      context.organizationId,
      portalId,
      who,
      at,
    ]);
    return row?.lockedUntil;
  }

  /** The latest turn that was given at this place. Call it in a transaction: nobody else gets one meanwhile. */
  async latestTurn(inside: Context, portalId: string, place: string): Promise<Instant | undefined> {
    const row = await this.database.one<{ lockedUntil: Instant }>(inside, latestTurn, [
      inside.organizationId,
      portalId,
      place,
    ]);
    return row?.lockedUntil;
  }

  async giveTurn(
    context: Context,
    id: string,
    portalId: string,
    who: string,
    at: Instant,
    turn: { readonly at: Instant; readonly until: Instant },
  ): Promise<void> {
    const values = [context.organizationId, id, portalId, who, at, turn.at, turn.until];
    await this.database.query(context, giveTurn, values);
  }
}
