import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { StripeSimulator, stripeSignatureHeader } from '../simulators/stripe/stripe-simulator.js';

let simulator: StripeSimulator;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await StripeSimulator.start({ clock });
});

afterEach(() => simulator.stop());

async function ask(
  path: string,
  key = simulator.apiKey,
): Promise<{
  status: number;
  body: { data: { id: string }[]; has_more: boolean; error?: { message: string } } & Record<string, unknown>;
}> {
  const answer = await fetch(`${simulator.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, body: (await answer.json()) as never };
}

test('newest first, a hundred at most, after an object; without a status the cancelled are left out', async () => {
  const ids = ['a', 'b', 'c'].map((name) => simulator.shop.subscribe({ email: `${name}@example.com` }));
  simulator.shop.cancel(ids[0]);
  const page = await ask('/v1/subscriptions?limit=1');
  expect([page.body.data.map(({ id }) => id), page.body.has_more]).toEqual([[ids[2]], true]);
  const next = await ask(`/v1/subscriptions?limit=1&starting_after=${ids[2]}`);
  expect([next.body.data.map(({ id }) => id), next.body.has_more]).toEqual([[ids[1]], false]);
  expect((await ask('/v1/subscriptions?status=all')).body.data).toHaveLength(3);
  expect((await ask('/v1/subscriptions?limit=101')).status).toBe(400);
  expect((await ask('/v1/subscriptions?starting_after=sub_none')).status).toBe(400);
  expect((await ask('/v1/subscriptions/sub_none')).status).toBe(404);
  expect((await ask('/v1/subscriptions', 'rk_test_somebody_elses')).status).toBe(401);
});

test('the period is on the item or on the subscription, as the version has it', async () => {
  const id = simulator.shop.subscribe({ email: 'ada@example.com' });
  const shown = async () =>
    (await ask(`/v1/subscriptions/${id}`)).body as {
      current_period_end?: number;
      items?: { data: { current_period_end?: number }[] };
    };
  expect([(await shown()).current_period_end, (await shown()).items!.data[0].current_period_end]).toEqual([
    undefined,
    1_781_355_600,
  ]);
  simulator.shop.shape = 'subscription';
  expect([(await shown()).current_period_end, (await shown()).items!.data[0].current_period_end]).toEqual([
    1_781_355_600,
    undefined,
  ]);
});

test('a failed payment moves the period on all the same', () => {
  const { shop } = simulator;
  const id = shop.subscribe({ email: 'ada@example.com' });
  const { end } = shop.subscriptions.get(id)!.period;
  shop.failToPay(id);
  expect(shop.subscriptions.get(id)).toMatchObject({ status: 'past_due', period: { start: end } });
  expect(shop.events.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'invoice.paid',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ]);
});

test('the signature is that of the recorded vector, once for each secret', () => {
  expect(stripeSignatureHeader('{"id":"evt_1"}', ['whsec_test'], 1_771_459_272)).toBe(
    't=1771459272,v1=ac475acfee9fccc277f9da57ec42b74cf2fdf3bb1905a67d107de1214a0a4e80,v0=ignored',
  );
  expect(stripeSignatureHeader('{}', ['whsec_new', 'whsec_old'], 1).match(/v1=/g)).toHaveLength(2);
});
