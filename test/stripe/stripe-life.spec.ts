import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import type { PostingPlan } from '../simulators/posting.js';
import { StripeSimulator } from '../simulators/stripe/stripe-simulator.js';
import { previousSecret, webhookSecret } from './stripe-rig.js';

/** From a payment at Stripe to the console's account or voucher and back: sockets, database and engine are real. */
let simulator: StripeSimulator;
let house: Connected;
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(async () => {
  await service.stop();
});

async function open(access: object, settings: object = {}): Promise<void> {
  house = await service.connected({
    connector: 'stripe',
    settings: { base_url: simulator.url, ...settings },
    secrets: { api_key: simulator.apiKey, webhook_secret: webhookSecret },
    access,
  });
}

beforeEach(async () => {
  simulator = await StripeSimulator.start();
});

afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const ada = { email: 'Ada@Example.com' };
const post = (plan: Partial<PostingPlan> = {}, secrets: readonly string[] = [webhookSecret]) =>
  simulator.postTo({ url: house.hookUrl, ...plan }, secrets);
const groupOf = async (username: string) => {
  const [row] = await house.world.sql<{ name: string }>(
    'select g.name from users u join user_groups g on g.organization_id = u.organization_id and g.id = ' +
      'u.group_id where u.username = $1',
    [username],
  );
  return row?.name;
};
const endOf = async (username: string) => {
  const [row] = await house.world.sql<{ end: string }>('select valid_until as "end" from users where username = $1', [
    username,
  ]);
  return Math.round((Date.parse(row?.end ?? '') - Date.now()) / 86_400_000);
};

describe('subscriptions', () => {
  test.each(['item', 'subscription'] as const)(
    'with the period on the %s: paid, changed, cancelled, the account follows',
    async (shape) => {
      simulator.shop.shape = shape;
      await open({ preset: 'membership' });
      post();
      const { shop } = simulator;
      const came = arriving('stripe');
      const id = shop.subscribe(ada);
      await house.become({ 'ada@example.com': 'enabled' });
      came();
      expect(await endOf('ada@example.com')).toBe(33);
      shop.change(id, { metadata: { wifi_plan: 'gold' } });
      await until('the group is that of the new plan', async () => (await groupOf('ada@example.com')) === 'gold');
      shop.renew(id);
      await until('access lasts to the end of the next period', async () => (await endOf('ada@example.com')) === 63);
      shop.cancelAtPeriodEnd(id);
      shop.cancel(id);
      await house.become({ 'ada@example.com': 'disabled' });
    },
  );

  test('who did not pay keeps Wi-Fi for three days, and is back once it is made good', async () => {
    await open({ preset: 'membership' });
    post();
    const { shop } = simulator;
    const late = shop.subscribe({ email: 'late@example.com' }, { startedDaysAgo: 31 });
    const lost = shop.subscribe({ email: 'lost@example.com' }, { startedDaysAgo: 29 });
    await house.become({ 'late@example.com': 'enabled', 'lost@example.com': 'enabled' });
    shop.failToPay(late);
    await until(
      'the grace of three days is counted from what was paid',
      async () => (await endOf('late@example.com')) === 2,
    );
    simulator.shop.subscriptions.get(lost)!.period.end -= 6 * 86_400;
    shop.failToPay(lost);
    await house.become({ 'late@example.com': 'enabled', 'lost@example.com': 'disabled' });
    shop.makeGood(lost);
    await house.become({ 'late@example.com': 'enabled', 'lost@example.com': 'enabled' });
    shop.change(late, { status: 'unpaid' });
    await house.become({ 'late@example.com': 'disabled', 'lost@example.com': 'enabled' });
  });

  test('duplicated, in reverse, while the secret is rolled and after a 429, events lead to the same', async () => {
    await open({ preset: 'membership' });
    Object.assign(simulator.faults, { status: 429, retryAfterSeconds: 1, times: 1 });
    const posting = post({ duplicated: true, shuffled: true, lagMilliseconds: 60_000 }, [
      previousSecret,
      webhookSecret,
    ]);
    const { shop } = simulator;
    const gone = shop.subscribe({ email: 'gone@example.com' });
    shop.subscribe(ada);
    shop.renew(gone);
    shop.cancel(gone);
    await posting.flush();
    await house.become({ 'ada@example.com': 'enabled' });
    const { _embedded } = (await house.world.made(
      200,
      'GET',
      `/connections/${house.connectionId}/events?page_size=100`,
    )) as { _embedded: { events: unknown[] } };
    expect(_embedded.events).toHaveLength(shop.events.length);
  });

  test('an event signed by somebody else is refused, and not stored', async () => {
    await open({ preset: 'membership' });
    const posting = post({ attempts: 1, lagMilliseconds: 60_000 }, ['whsec_somebody_elses']);
    simulator.shop.subscribe(ada);
    await posting.flush();
    expect(posting.discarded).toBe(2);
    expect(await house.world.made(200, 'GET', `/connections/${house.connectionId}/events`)).toMatchObject({
      _embedded: { events: [] },
    });
  });

  test('what no webhook brought, the next poll finds: a payment, a new address, a deleted customer', async () => {
    await open({ preset: 'membership' });
    const poll = async () => {
      const { id } = (await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
        body: { mode: 'incremental' },
      })) as { id: string };
      await until(
        'the poll ends',
        async () => ((await house.world.made(200, 'GET', `/runs/${id}`)) as { status: string }).status === 'done',
      );
    };
    await poll();
    const { shop } = simulator;
    const subscription = shop.subscribe(ada);
    await poll();
    await house.become({ 'ada@example.com': 'enabled' });
    const { customer } = shop.subscriptions.get(subscription)!;
    shop.editCustomer(customer, { email: 'countess@example.com' });
    await poll();
    await house.become({ 'countess@example.com': 'enabled' });
    shop.deleteCustomer(customer);
    await poll();
    await house.become({ 'countess@example.com': 'disabled' });
  });

  test('without webhooks a full scan finds everybody; a cut list or expired key removes nobody', async () => {
    await open({ preset: 'membership' });
    const { shop } = simulator;
    const emails = Array.from({ length: 101 }, (_, index) => `member${index}@example.com`);
    for (const email of emails) shop.subscribe({ email });
    expect(await house.scan()).toMatchObject({ status: 'done', seen: 101 });
    const enabled = async () =>
      (await house.world.sql<{ count: number }>('select count(*)::int as count from users where not disabled'))[0]
        .count;
    await until('all have accounts', async () => (await enabled()) === 101);
    simulator.faults.cutAfterPages = 0;
    await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
      body: { mode: 'full', dry_run: false },
    });
    const asked = simulator.asked.length;
    await until('a list was cut off', () => simulator.asked.length > asked);
    delete simulator.faults.cutAfterPages;
    simulator.faults.keyExpired = true;
    await until('the connection is in quarantine', async () => {
      await house.world.ask('POST', `/connections/${house.connectionId}/sync`, {
        body: { mode: 'full', dry_run: false },
      });
      return (
        ((await house.world.made(200, 'GET', `/connections/${house.connectionId}`)) as { status: string }).status ===
        'quarantined'
      );
    });
    expect(await enabled()).toBe(101);
  });
});

describe('passes', () => {
  const good = async () => (await house.vouchers()).filter(({ status }) => status === 'unused');
  const voucherCount = async (count: number) =>
    until(`there are ${count} vouchers`, async () => (await good()).length === count);

  test('a pass is a voucher once paid, for the hours sold, and ends with a refund', async () => {
    await open({ preset: 'pass' }, { sells: 'passes' });
    post();
    const { shop } = simulator;
    const waiting = shop.sellPass({ email: 'transfer@example.com' }, { later: true });
    const paid = shop.sellPass(ada, { hours: 8 });
    await voucherCount(1);
    const [voucher] = await house.vouchers();
    expect(Math.round((Date.parse(voucher.valid_until ?? '') - Date.now()) / 3_600_000)).toBe(8);
    shop.arrives(waiting);
    await voucherCount(2);
    shop.refund(paid);
    await voucherCount(1);
    shop.dispute(waiting);
    await voucherCount(0);
    shop.subscribe(ada);
    await house.scan();
    expect(await good()).toEqual([]);
    expect(await house.accounts()).toEqual({});
  });
});
