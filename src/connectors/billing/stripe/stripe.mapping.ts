import { instantAt, type Instant } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Membership, PersonFacts } from '../../../provisioning/facts/facts.js';
import { malformedRecord, vendorLanguage, vendorText } from '../../../provisioning/connector/vendor-record.js';
import type { StripeSettings } from './stripe.settings.js';
import {
  endedStatuses,
  livingStatuses,
  type StripeCheckoutSession,
  type StripeCustomer,
  type StripeSubscription,
  type StripeSubscriptionItem,
} from './stripe.wire.js';

type Rules = Pick<StripeSettings, 'plans' | 'pass_hours'>;

/**
 * A subscription as a membership. A plan without Wi-Fi ends a known membership and makes no new one. A status that
 * Stripe adds one day changes nothing and is reported.
 */
export function changeOfSubscription(subscription: StripeSubscription, rules: Rules): Change {
  const { id, status } = subscription;
  if (typeof id !== 'string' || id === '') return malformedRecord('id of a subscription is missing');
  if ((endedStatuses as readonly string[]).includes(status)) return ended(id);
  if (!(livingStatuses as readonly string[]).includes(status))
    return malformedRecord('status is none that is known', id);
  const chosen = chosenOf(subscription, rules);
  if (!chosen) return ended(id);
  const { startsAt, endsAt } = periodOf(subscription, chosen.item);
  if (!startsAt || !endsAt)
    return malformedRecord(
      'current_period_start or current_period_end is missing, on the subscription and on its item',
      id,
    );
  const customer = typeof subscription.customer === 'string' ? undefined : subscription.customer;
  return {
    kind: 'record',
    mode: 'replace',
    record: {
      key: id,
      guestKey: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer?.id,
      facts: {
        kind: 'membership',
        status: membershipStatus(status),
        ...personOf(customer),
        plan: chosen.plan,
        startsAt: at(subscription.start_date) ?? startsAt,
        endsAt,
      },
    },
  };
}

/**
 * A payment in Checkout as a membership for some hours; null when it is not for a pass. `readAt`: a pass that is over
 * then has ended.
 */
export function changeOfSession(session: StripeCheckoutSession, rules: Rules, readAt: Instant): Change | null {
  const { id, mode, metadata } = session;
  if (mode !== 'payment') return null;
  const plan = vendorText(metadata?.wifi_plan);
  if (rules.plans?.length ? !plan || !rules.plans.includes(plan) : false) return ended(id);
  const startsAt = at(session.created);
  if (!startsAt) return malformedRecord('created is not a point in time', id);
  const endsAt = new Date(
    Date.parse(startsAt) + hoursOf(metadata?.wifi_hours, rules.pass_hours) * 3_600_000,
  ).toISOString();
  if (session.status !== 'complete' || endsAt <= readAt || wasTakenBack(session)) return ended(id);
  const { email, name, phone } = session.customer_details ?? {};
  return {
    kind: 'record',
    mode: 'replace',
    record: {
      key: id,
      guestKey: typeof session.customer === 'string' ? session.customer : session.customer?.id,
      facts: {
        kind: 'membership',
        status: isPaid(session) ? 'active' : 'paused',
        email: vendorText(email),
        displayName: vendorText(name),
        phone: vendorText(phone),
        language: vendorLanguage(session.locale),
        plan,
        startsAt,
        endsAt,
      },
    },
  };
}

/** Unpaid means that a bank transfer is on its way; `async_payment_succeeded` reports its arrival. */
function isPaid({ payment_status: status }: StripeCheckoutSession): boolean {
  return status === 'paid' || status === 'no_payment_required';
}

function wasTakenBack({ payment_intent: intent }: StripeCheckoutSession): boolean {
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined;
  return typeof charge === 'object' && (charge?.refunded === true || charge?.disputed === true);
}

/** `incomplete` waits for its first payment; `unpaid` and `paused` may come back. */
function membershipStatus(status: string): Membership['status'] {
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' ? 'past_due' : 'paused';
}

/**
 * The item whose plan gives Wi-Fi; the first item where all plans do. A plan's name comes from metadata, else the
 * lookup key, else the price's id.
 */
function chosenOf(
  { items, metadata }: StripeSubscription,
  { plans }: Rules,
): { readonly item?: StripeSubscriptionItem; readonly plan?: string } | undefined {
  const choices = (items?.data.length ? items.data : [undefined]).map((item) => ({
    item,
    names: [
      vendorText(metadata?.wifi_plan),
      vendorText(item?.price?.metadata?.wifi_plan),
      vendorText(item?.price?.lookup_key),
      vendorText(item?.price?.id),
    ].filter((name) => name !== undefined),
  }));
  const chosen = plans?.length ? choices.find(({ names }) => names.some((name) => plans.includes(name))) : choices[0];
  return (
    chosen && {
      item: chosen.item,
      plan: (plans?.length ? chosen.names.find((name) => plans.includes(name)) : undefined) ?? chosen.names[0],
    }
  );
}

/**
 * The period that was paid for. Stripe advances the period when it writes the invoice, not when that is paid: for a
 * past-due customer, the current period is unpaid, so the paid one ended when it began.
 */
function periodOf(
  subscription: StripeSubscription,
  item: StripeSubscriptionItem | undefined,
): { readonly startsAt?: Instant; readonly endsAt?: Instant } {
  const startsAt = at(item?.current_period_start ?? subscription.current_period_start);
  const periodEnd = at(item?.current_period_end ?? subscription.current_period_end);
  const paidUntil = subscription.status === 'past_due' ? startsAt : periodEnd;
  const cancelAt = at(subscription.cancel_at);
  return {
    startsAt,
    endsAt: periodEnd && paidUntil && cancelAt && cancelAt < paidUntil ? cancelAt : periodEnd && paidUntil,
  };
}

function personOf(customer: StripeCustomer | undefined): PersonFacts {
  if (!customer || customer.deleted) return {};
  return {
    displayName: vendorText(customer.name),
    email: vendorText(customer.email),
    phone: vendorText(customer.phone),
    language: vendorLanguage(customer.preferred_locales?.[0]),
  };
}

/** Whole hours, at most a year and a day; other values are ignored. */
function hoursOf(said: string | undefined, usual: number): number {
  return /^\d{1,4}$/.test(said ?? '') && Number(said) >= 1 && Number(said) <= 8784 ? Number(said) : usual;
}

function at(seconds: number | null | undefined): Instant | undefined {
  return typeof seconds === 'number' ? instantAt(seconds * 1000) : undefined;
}

/** Customers who never had Wi-Fi by it are not stored at all. */
function ended(key: string): Change {
  return { kind: 'patch', key, facts: { status: 'ended' } };
}
