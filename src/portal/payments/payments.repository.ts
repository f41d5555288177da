import { Injectable } from '@nestjs/common';
import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import { Database, replanned, statement } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { Payment, ReturnReason } from './payment.js';

/** After this many failures in an hour paid tiers are no longer offered: the cause is unlikely to have passed. */
const mostFailures = 5;

/**
 * The account that was given lets somebody in at `now`. $1 is the organization: by the payment's own, Citus would not
 * know, while it locks the payment, whose the account is.
 */
const isUsable = (now: string) => `exists (
  select from users u where u.organization_id = $1 and u.id = p.account_id and not u.disabled
    and (u.valid_until is null or u.valid_until > ${now}))`;

const columns = (
  now: string,
) => `p.id, p.captive_portal_id as "portalId", p.asked_by as "askedBy", p.user_id as "userId", p.pay, p.tier,
  p.room, p.status, p.reason, p.registration_id as "registrationId", p.account_id as "accountId", p.until_at as until,
  p.created_at as "createdAt", p.provider_id as "providerId", p.session_id as "sessionId",
  p.session_url as "sessionUrl", p.charge_id as "chargeId", p.problem,
  ${isUsable(now)} as "isUsable",
  o.status as posting, o.reason as refusal, o.answered_at as "answeredAt"`;
const joined = `portal_payments p
  left join room_postings o on o.organization_id = p.organization_id and o.id = p.id`;

/** Whoever presses twice, on two devices or by two processes, waits here. */
const hold = statement('portal_payments_hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0)) as held');

/** Whoever deletes a portal or a provider counts what is being paid there: these wait for each other. */
const holdPortal = statement(
  'portal_payments_hold_portal',
  'select id from captive_portals where organization_id = $1 and id = $2 for key share',
);
const holdProvider = statement(
  'portal_payments_hold_provider',
  'select id from payment_providers where organization_id = $1 and id = $2 for key share',
);

const insert = statement(
  'portal_payments_insert',
  `
  insert into portal_payments (organization_id, id, captive_portal_id, asked_by, user_id, pay, tier, room, status,
    created_at, ends_with_stay, provider_id, due_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10, $11, $12)
  on conflict (organization_id, id) do nothing returning id`,
);

const find = statement(
  'portal_payments_find',
  `select ${columns('$3')} from ${joined} where p.organization_id = $1 and p.id = $2`,
);

const lock = statement(
  'portal_payments_lock',
  `select ${columns('$3')} from ${joined} where p.organization_id = $1 and p.id = $2 for update of p`,
);

/**
 * $2 user, or the account given, $3 portal, $4 now: payments that still count, newest first. The account says for how
 * long: an operator may have ended or prolonged it.
 */
const current = statement(
  'portal_payments_current',
  `
  select ${columns('$4')} from ${joined}
  where p.organization_id = $1 and (p.user_id = $2 or p.account_id = $2) and p.captive_portal_id = $3
    and (p.status = 'open' or p.status = 'paid' and ${isUsable('$4')})
  order by p.status = 'paid' desc, p.created_at desc limit 1`,
);

const paid = statement(
  'portal_payments_paid',
  `
  update portal_payments set status = 'paid', registration_id = $3, account_id = $4, paid_at = $5, until_at = $6
  where organization_id = $1 and id = $2`,
);

const failed = statement(
  'portal_payments_failed',
  `update portal_payments set status = 'failed', reason = $3 where organization_id = $1 and id = $2`,
);

const unclear = statement(
  'portal_payments_unclear',
  `update portal_payments set status = 'unclear' where organization_id = $1 and id = $2`,
);

/** $2 user, $3 an hour ago. A person has to settle a charge first, or the guest has tried often enough. */
const heldBack = statement(
  'portal_payments_held_back',
  `
  select coalesce(bool_or(p.status = 'unclear'), false)
    or count(*) filter (where p.status = 'failed' and p.created_at > $3) >= ${mostFailures} as "isHeldBack"
  from portal_payments p where p.organization_id = $1 and p.user_id = $2`,
);

/** Paid, not over yet, to end with the stay: and the account of the stay is gone, or lets nobody in any more. */
const outlived = replanned(
  'portal_payments_outlived',
  `
  select p.organization_id as "organizationId", p.id from portal_payments p
  where p.ends_with_stay and p.status = 'paid' and p.until_at > $1
    and not exists (select from users u where u.organization_id = p.organization_id and u.id = p.user_id
      and not u.disabled and (u.valid_until is null or u.valid_until > $1))
  order by p.until_at limit 100`,
);

const ended = statement(
  'portal_payments_ended',
  'update portal_payments set until_at = $3 where organization_id = $1 and id = $2',
);

const returned = statement(
  'portal_payments_returned',
  `
  update portal_payments set status = 'refunded', reason = $3, until_at = least(until_at, $4),
    refunded_amount = case when $3 = 'refunded' then (tier ->> 'price')::int else refunded_amount end
  where organization_id = $1 and id = $2`,
);

/** Refunds only grow: of two answers at the same time the larger one counts. */
const partReturned = statement(
  'portal_payments_part_returned',
  `
  update portal_payments set refunded_amount = greatest(refunded_amount, $3)
  where organization_id = $1 and id = $2 and status = 'paid'`,
);

const byCharge = statement(
  'portal_payments_by_charge',
  `
  select ${columns('$4')} from ${joined}
  where p.organization_id = $1 and p.charge_id = $2 and p.provider_id = $3 limit 1`,
);

/** $2 the account given. */
const isReturned = statement(
  'portal_payments_is_returned',
  `
  select id from portal_payments where organization_id = $1 and account_id = $2 and status = 'refunded' limit 1`,
);

/** Whose charge is settled, and nobody has looked since. */
const settled = replanned(
  'portal_payments_settled',
  `
  select p.organization_id as "organizationId", p.id from portal_payments p
  join room_postings o on o.organization_id = p.organization_id and o.id = p.id
    and o.status not in ('queued', 'sent')
  where p.status = 'open' or p.status = 'unclear' and o.status in ('accepted', 'refused')
  order by p.created_at limit 100`,
);

export interface NewPayment {
  readonly id: string;
  readonly portalId: string;
  readonly askedBy: string;
  readonly userId: string;
  readonly tier: PortalTier;
  readonly room: string | null;
  /** By card: the provider, and when it is asked next. */
  readonly card?: { readonly providerId: string; readonly dueAt: Instant };
}

@Injectable()
export class PaymentsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async hold(inside: Context, userId: string): Promise<void> {
    await this.database.query(inside, hold, [`payment ${inside.organizationId} ${userId}`]);
  }

  /** False: the portal, or the provider, was deleted. Otherwise neither is until the transaction ends. */
  async holdPlace(inside: Context, portalId: string, providerId: string | null): Promise<boolean> {
    const portal = await this.database.query(inside, holdPortal, [inside.organizationId, portalId]);
    if (portal.length === 0 || providerId === null) return portal.length > 0;
    return (await this.database.query(inside, holdProvider, [inside.organizationId, providerId])).length > 0;
  }

  /** False: there is one of that id. */
  async insert(inside: Context, payment: NewPayment, at: Instant): Promise<boolean> {
    const { id, portalId, askedBy, userId, tier, room, card } = payment;
    const paid = [tier.pay, JSON.stringify(tier), room, at, tier.at_check_out === 'end'];
    const values = [inside.organizationId, id, portalId, askedBy, userId, ...paid, card?.providerId ?? null];
    values.push(card?.dueAt ?? null);
    return (await this.database.query(inside, insert, values)).length > 0;
  }

  find(context: Context, id: string): Promise<Payment | undefined> {
    return this.database.one(context, find, [context.organizationId, id, this.clock.instant()]);
  }

  lock(inside: Context, id: string): Promise<Payment | undefined> {
    return this.database.one(inside, lock, [inside.organizationId, id, this.clock.instant()]);
  }

  current(context: Context, userId: string, portalId: string, now: Instant): Promise<Payment | undefined> {
    return this.database.one(context, current, [context.organizationId, userId, portalId, now]);
  }

  async paid(
    inside: Context,
    id: string,
    given: {
      readonly registrationId: string;
      readonly accountId: string;
      readonly at: Instant;
      readonly until: Instant;
    },
  ): Promise<void> {
    const { registrationId, accountId, at, until } = given;
    await this.database.query(inside, paid, [inside.organizationId, id, registrationId, accountId, at, until]);
  }

  async failed(inside: Context, id: string, reason: string): Promise<void> {
    await this.database.query(inside, failed, [inside.organizationId, id, reason]);
  }

  async unclear(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, unclear, [inside.organizationId, id]);
  }

  async isHeldBack(context: Context, userId: string, now: Instant): Promise<boolean> {
    const values = [context.organizationId, userId, laterBy(now, -3600)];
    const row = await this.database.one<{ isHeldBack: boolean }>(context, heldBack, values);
    return row?.isHeldBack ?? false;
  }

  outlived(now: Instant): Promise<{ readonly organizationId: string; readonly id: string }[]> {
    return this.database.query(systemContext(everyOrganization, 'payments'), outlived, [now]);
  }

  async ended(inside: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(inside, ended, [inside.organizationId, id, at]);
  }

  async returned(inside: Context, id: string, reason: ReturnReason, at: Instant): Promise<void> {
    await this.database.query(inside, returned, [inside.organizationId, id, reason, at]);
  }

  /** A partial refund, in minor units of the currency. The access stays. */
  async partReturned(context: Context, id: string, amount: number): Promise<void> {
    await this.database.query(context, partReturned, [context.organizationId, id, amount]);
  }

  byCharge(context: Context, providerId: string, chargeId: string): Promise<Payment | undefined> {
    const values = [context.organizationId, chargeId, providerId, this.clock.instant()];
    return this.database.one(context, byCharge, values);
  }

  async isReturned(context: Context, accountId: string): Promise<boolean> {
    return (await this.database.query(context, isReturned, [context.organizationId, accountId])).length > 0;
  }

  settled(): Promise<{ readonly organizationId: string; readonly id: string }[]> {
    return this.database.query(systemContext(everyOrganization, 'payments'), settled, []);
  }
}
