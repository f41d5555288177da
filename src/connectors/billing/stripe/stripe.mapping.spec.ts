import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '../../../../test/kernel/manual-clock.js';
import type { Membership } from '../../../provisioning/facts/facts.js';
import { changeOfStripeEvent } from './stripe.events.js';
import { changeOfSession, changeOfSubscription } from './stripe.mapping.js';
import { StripeWebhooks } from './stripe.webhooks.js';
import type { StripeCheckoutSession, StripeSubscription } from './stripe.wire.js';

const period = { current_period_start: 1_795_164_880, current_period_end: 1_797_756_880 };
const [began, ends] = ['2026-11-20T08:54:40.000Z', '2026-12-20T08:54:40.000Z'];
const subscription: StripeSubscription = {
  id: 'sub_1',
  status: 'active',
  customer: { id: 'cus_1', name: 'Ada Lovelace', email: 'ada@example.com' },
  start_date: 1_789_000_000,
  items: { data: [{ ...period, price: { id: 'price_1', lookup_key: 'gold' } }] },
};
const session: StripeCheckoutSession = {
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  created: 1_795_164_800,
  customer_details: { email: 'ada@example.com', name: 'Ada Lovelace' },
  payment_intent: { id: 'pi_1', latest_charge: { refunded: false, disputed: false } },
};

function membership(changes: Partial<StripeSubscription> = {}, plans?: string[]): Membership | string {
  const change = changeOfSubscription({ ...subscription, ...changes }, { pass_hours: 24, plans });
  if (change.kind !== 'record') return change.kind;
  return change.record.facts as Membership;
}

function pass(
  changes: Partial<StripeCheckoutSession> = {},
  readAt = '2026-11-20T09:00:00.000Z',
  plans?: string[],
): Membership | string | null {
  const change = changeOfSession({ ...session, ...changes }, { pass_hours: 24, plans }, readAt);
  return change?.kind === 'record' ? (change.record.facts as Membership) : change && change.kind;
}

describe('subscriptions', () => {
  test.each<[string, unknown]>([
    ['trialing', 'active'],
    ['active', 'active'],
    ['past_due', 'past_due'],
    ['incomplete', 'paused'],
    ['unpaid', 'paused'],
    ['paused', 'paused'],
  ])('%s is %s', (status, expected) => {
    expect(membership({ status })).toMatchObject({ status: expected });
  });

  test.each([
    ['canceled', 'patch'],
    ['incomplete_expired', 'patch'],
    ['dormant', 'malformed'],
  ])('%s is a %s: who was never known is not written down', (status, kind) => {
    expect(membership({ status })).toBe(kind);
  });

  test('the period is read on the item and on the subscription', () => {
    expect(membership()).toMatchObject({ startsAt: '2026-09-10T00:26:40.000Z', endsAt: ends });
    expect(membership({ ...period, items: { data: [{ price: { id: 'price_1' } }] } })).toMatchObject({
      endsAt: ends,
      plan: 'price_1',
    });
    expect(membership({ items: { data: [] } })).toBe('malformed');
  });

  test('what was paid ends where the period began that was not', () => {
    expect(membership({ status: 'past_due' })).toMatchObject({ endsAt: began });
  });

  test('an end that is set comes before the end of the period', () => {
    expect(membership({ cancel_at: 1_796_000_000 })).toMatchObject({ endsAt: '2026-11-30T00:53:20.000Z' });
    expect(membership({ cancel_at: 1_799_000_000 })).toMatchObject({ endsAt: ends });
  });

  test('a plan is named by metadata, lookup key or price, and only named ones give Wi-Fi', () => {
    expect(membership({ metadata: { wifi_plan: 'member' } })).toMatchObject({ plan: 'member' });
    expect(membership({}, ['price_1'])).toMatchObject({ plan: 'price_1' });
    expect(membership({}, ['coffee'])).toBe('patch');
    const second = { ...period, current_period_end: 1_800_000_000, price: { id: 'price_wifi' } };
    expect(membership({ items: { data: [...subscription.items!.data, second] } }, ['price_wifi'])).toMatchObject({
      plan: 'price_wifi',
      endsAt: '2027-01-15T08:00:00.000Z',
    });
  });
});

describe('passes', () => {
  test('last for the usual hours, or those that were sold', () => {
    expect(pass()).toMatchObject({
      status: 'active',
      startsAt: '2026-11-20T08:53:20.000Z',
      endsAt: '2026-11-21T08:53:20.000Z',
    });
    expect(pass({ metadata: { wifi_hours: '8' } })).toMatchObject({ endsAt: '2026-11-20T16:53:20.000Z' });
    expect(pass({ metadata: { wifi_hours: '-8' } })).toMatchObject({ endsAt: '2026-11-21T08:53:20.000Z' });
  });

  test.each<[string, Partial<StripeCheckoutSession>, string]>([
    ['one that is paid', {}, 'active'],
    ['one that costs nothing', { payment_status: 'no_payment_required', payment_intent: null }, 'active'],
    ['one whose money is on its way', { payment_status: 'unpaid' }, 'paused'],
  ])('%s is %s', (_, changes, status) => {
    expect(pass(changes)).toMatchObject({ status });
  });

  test.each<[string, Partial<StripeCheckoutSession>]>([
    ['one given up', { status: 'expired' }],
    ['one paid back', { payment_intent: { id: 'pi_1', latest_charge: { refunded: true } } }],
    ['one disputed', { payment_intent: { id: 'pi_1', latest_charge: { disputed: true } } }],
  ])('%s has ended', (_, changes) => {
    expect(pass(changes)).toBe('patch');
  });

  test('one that is over has ended; Checkout for a subscription is none; other things sold are none', () => {
    expect(pass({}, '2026-11-21T08:53:20.000Z')).toBe('patch');
    expect(pass({ mode: 'subscription' })).toBeNull();
    expect(pass({ metadata: { wifi_plan: 'mug' } }, undefined, ['day-pass'])).toBe('patch');
  });
});

describe('events', () => {
  const meaning = (type: string, object: object, sells: 'both' | 'subscriptions' | 'passes' = 'both') =>
    changeOfStripeEvent({ type, data: { object: object as Record<string, unknown> } }, sells);

  test('name what is to be read, whichever version wrote them', () => {
    const hint = { kind: 'hint', of: 'record', key: 'sub_1' };
    expect(meaning('invoice.paid', { parent: { subscription_details: { subscription: 'sub_1' } } })).toEqual(hint);
    expect(meaning('invoice.paid', { subscription: { id: 'sub_1' } })).toEqual(hint);
    expect(meaning('checkout.session.completed', { id: 'cs_1', mode: 'subscription', subscription: 'sub_1' })).toEqual(
      hint,
    );
    expect(meaning('customer.updated', { id: 'cus_1' })).toEqual({ kind: 'hint', of: 'guest', key: 'cus_1' });
    expect(meaning('charge.dispute.created', { payment_intent: 'pi_1' })).toEqual({
      kind: 'hint',
      of: 'parent',
      key: 'payment/pi_1',
    });
  });

  test('about an invoice by hand, or what this connection does not sell, mean nothing', () => {
    expect(meaning('invoice.paid', { parent: null })).toMatchObject({ kind: 'ignored' });
    expect(meaning('customer.subscription.updated', { id: 'sub_1' }, 'passes')).toMatchObject({ kind: 'ignored' });
    expect(meaning('charge.refunded', { payment_intent: 'pi_1' }, 'subscriptions')).toMatchObject({ kind: 'ignored' });
  });
});

test('the recorded signature verifies at its time, and not five minutes later', async () => {
  const header = 't=1771459272,v1=ac475acfee9fccc277f9da57ec42b74cf2fdf3bb1905a67d107de1214a0a4e80';
  const request = {
    method: 'POST',
    path: '',
    headers: { 'stripe-signature': header },
    body: Buffer.from('{"id":"evt_1"}'),
    remoteAddress: '203.0.113.9',
  };
  const at = (seconds: number) =>
    new StripeWebhooks(
      { webhook_secret: 'whsec_test', sells: 'both' },
      new ManualClock(new Date(seconds * 1000).toISOString()),
    );
  expect(await at(1_771_459_272).verify(request)).toEqual({ dedupeKey: 'evt_1' });
  await expect(at(1_771_459_573).verify(request)).rejects.toMatchObject({ code: 'signature_invalid' });
  await expect(at(1_771_458_971).verify(request)).rejects.toMatchObject({ code: 'signature_invalid' });
});
