import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { statement } from '../../../src/database/database.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { letGo } from '../../database/retention.js';
import { answering, Receiver } from './receiver.js';
import { type House, WebhookWorld } from './webhook-world.js';

const clock = new ManualClock();
let world: WebhookWorld;
let house: House;
let receiver: Receiver;
beforeAll(async () => {
  world = await WebhookWorld.open({ clock });
  world.start();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  house = await world.house();
  receiver = await Receiver.listening();
});
afterEach(async () => {
  // A dead endpoint of one test is no business of the next.
  for (const { id } of (await world.call(house, 'GET', '/webhooks')).body._embedded.webhooks)
    await world.call(house, 'DELETE', `/webhooks/${id}`);
  await receiver.close();
});

const day = 86_400;

/** Time passes, and what the sweeps begin at its end is let happen. */
async function pass(seconds: number): Promise<void> {
  clock.setTo(new Date(clock.milliseconds() + (seconds - 1) * 1000).toISOString());
  await clock.advance(1);
}

/** Lets time go on, second by second, until it is so. */
function inTime(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  return eventually(what, async () => {
    if (await isSo()) return true;
    await clock.advance(1);
    return false;
  });
}

function reaches(count: number): Promise<void> {
  return inTime(`${count} requests have come`, () => receiver.received.length >= count);
}

/** Advances to just before and just after the next attempt. */
async function nextAttempt(webhookId: string, attempts: number, earliest: number, latest: number): Promise<void> {
  const delivery = await world.until(
    house,
    webhookId,
    `attempt ${attempts} is written down`,
    (each) => each.attempts === attempts,
  );
  const seconds = (Date.parse(delivery.next_attempt_at) - clock.milliseconds()) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(earliest);
  expect(seconds).toBeLessThanOrEqual(latest);
  await pass(seconds - 2);
  expect(receiver.received).toHaveLength(attempts);
  await pass(2);
  await reaches(attempts + 1);
}

test('ten attempts with the same webhook-id over three days, each signed anew; then it is given up', async () => {
  receiver.behaviour = answering(503);
  const webhook = await world.webhook(house, receiver.url());
  const [id] = await world.connected(house);
  await receiver.reaches(1);
  const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, seconds] of schedule.entries())
    await nextAttempt(webhook.id, index + 1, seconds - 3, seconds * 1.1);
  const delivery = await world.until(house, webhook.id, 'it is given up', ({ status }) => status === 'failed');
  expect([delivery.attempts, delivery.next_attempt_at, delivery.log.length]).toEqual([10, null, 10]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
  expect(await world.read(house, webhook.id)).toMatchObject({ disabled: 0, failing_since: expect.any(String) });
});

test('a delivery in flight when its lease runs out is not sent twice by the same process', async () => {
  receiver.behaviour = () => 'hang';
  const webhook = await world.webhook(house, receiver.url());
  await world.connected(house, 'anna');
  await receiver.reaches(1);
  const other = await Receiver.listening(answering(503));
  await world.webhook(house, other.url());
  await world.connected(house, 'berta');
  await other.reaches(1);
  // A minute is more than a lease: what the sweep claims for one, it claims for both.
  await pass(60);
  await inTime('the other one is tried again', () => other.received.length >= 2);
  await pass(60);
  receiver.behaviour = answering(204);
  receiver.letGo();
  await world.until(house, webhook.id, 'it has failed once', ({ attempts }) => attempts === 1);
  expect(receiver.received.filter(({ body }) => body.includes('"anna"'))).toHaveLength(1);
  await other.close();
});

test('a receiver that asks for patience gets it, for everything that waits', async () => {
  receiver.behaviour = answering(429, { 'retry-after': '600' });
  const webhook = await world.webhook(house, receiver.url());
  await world.connected(house, 'anna');
  await world.until(house, webhook.id, 'it is refused', ({ attempts }) => attempts === 1);
  receiver.behaviour = answering(204);
  await world.connected(house, 'berta');
  await pass(590);
  expect(receiver.received).toHaveLength(1);
  await pass(10);
  await reaches(3);
});

test('a dead endpoint costs one request in a while; when it is back, everything goes at once', async () => {
  receiver.behaviour = answering(500);
  const webhook = await world.webhook(house, receiver.url());
  for (let index = 0; index < 100; index += 1) await world.connected(house, `guest ${index}`);
  await receiver.reaches(3);
  for (const [seconds, requests] of [
    [6, 4],
    [11, 5],
    [21, 6],
  ] as const) {
    await pass(seconds);
    await reaches(requests);
    await eventually('the endpoint rests', async () => (await leases()) === 0);
    expect(receiver.received).toHaveLength(requests);
  }
  receiver.behaviour = answering(204);
  await pass(41);
  await reaches(106);
  await eventually(
    'everything is delivered',
    async () => (await world.deliveries(house, webhook.id, '&filter[status]=delivered')).length === 100,
  );
  expect(await world.read(house, webhook.id)).toMatchObject({ failing_since: null });
});

async function leases(): Promise<number> {
  const [{ count }] = await world.http.fresh.database.query<{ count: number }>(
    systemContext(everyOrganization, 'test'),
    statement('', 'select count(*)::int as count from webhooks where lease_owner is not null'),
  );
  return count;
}

test('an endpoint that accepts nothing for five days is disabled, and its contacts are told', async () => {
  receiver.behaviour = answering(500);
  const webhook = await world.webhook(house, receiver.url());
  await world.connected(house);
  await reaches(1);
  await eventually('it is written down', async () => (await leases()) === 0);
  const { failing_since: since } = await world.read(house, webhook.id);
  const startedAt = Date.parse(since);
  for (const days of [1, 2, 3, 4, 4.99]) {
    await pass(startedAt / 1000 + days * day - clock.milliseconds() / 1000);
    const count = receiver.received.length;
    await world.connected(house);
    await reaches(count + 1);
    await eventually('it rests', async () => (await leases()) === 0);
    expect(await world.read(house, webhook.id)).toMatchObject({ disabled: 0, failing_since: since });
  }
  expect(await alerts()).toEqual([
    {
      event: 'webhook.failing',
      name: '127.0.0.1:' + new URL(receiver.url()).port,
      state: 'failing',
      detail: 'The endpoint answered 500',
      open: true,
    },
  ]);
  await pass(day / 50);
  await inTime('it is disabled', async () => (await world.read(house, webhook.id)).disabled === 1);
  expect(await world.read(house, webhook.id)).toMatchObject({ disabled_reason: 'failing' });
  expect((await alerts()).map(({ event, state, open }) => [event, state, open])).toEqual([
    ['webhook.failing', 'failing', false],
    ['webhook.disabled', 'failing', true],
  ]);
  await world.call(house, 'PATCH', `/webhooks/${webhook.id}`, { description: 'still off' });
  expect((await alerts()).filter(({ open }) => open).length).toBe(1);
  await world.call(house, 'PATCH', `/webhooks/${webhook.id}`, { disabled: 0 });
  expect((await alerts()).filter(({ open }) => open)).toEqual([]);
});

test("an endpoint that is down for minutes is nobody's concern; one that stays down is, until it is back", async () => {
  receiver.behaviour = answering(500);
  const webhook = await world.webhook(house, receiver.url('/hook?token=secret'), { description: 'Billing' });
  for (let index = 0; index < 4; index += 1) await world.connected(house);
  await inTime('it fails', async () => (await world.read(house, webhook.id)).failing_since !== null);
  await pass(300);
  await inTime('it is probed', () => receiver.received.length >= 5);
  expect(await alerts()).toEqual([]);
  for (let minutes = 0; minutes < 15; minutes += 1) await pass(60);
  await inTime('it is told', async () => (await alerts()).length === 1);
  expect(await alerts()).toMatchObject([{ event: 'webhook.failing', name: 'Billing', open: true }]);
  receiver.behaviour = answering(204);
  await pass(301);
  await inTime('it is back', async () => (await alerts()).every(({ open }) => !open));
});

function alerts(): Promise<{ event: string; name: string; state: string; detail: string; open: boolean }[]> {
  const sql =
    'select event, subject_name as name, state, detail, resolved_at is null as open from alerts where ' +
    'organization_id = $1 order by raised_at, event desc';
  return world.http.fresh.database.query(systemContext(house.id, 'test'), statement('', sql), [house.id]);
}

test('what waits while a request hangs goes as a change of the endpoint says', async () => {
  receiver.behaviour = () => 'hang';
  const webhook = await world.webhook(house, receiver.url('/old'));
  await world.connected(house, 'anna');
  await receiver.reaches(1);
  receiver.behaviour = answering(204);
  expect((await world.call(house, 'PATCH', `/webhooks/${webhook.id}`, { url: receiver.url('/new') })).status).toBe(200);
  await world.connected(house, 'berta');
  receiver.letGo();
  await receiver.reaches(2);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new']);
});

test('while a secret is being replaced both sign; after a day only the new one', async () => {
  const webhook = await world.webhook(house, receiver.url());
  const rotated = await world.call(house, 'POST', `/webhooks/${webhook.id}/rotate-secret`);
  expect([rotated.status, rotated.headers.get('cache-control')]).toEqual([200, 'no-store']);
  await world.connected(house);
  await receiver.reaches(1);
  const signatures = (index: number) => String(receiver.received[index].headers['webhook-signature']).split(' ');
  const made = (secret: string, index: number) => {
    const { headers, body } = receiver.received[index];
    return new Webhook(secret).sign(
      String(headers['webhook-id']),
      new Date(Number(headers['webhook-timestamp']) * 1000),
      body,
    );
  };
  expect(signatures(0)).toEqual([made(rotated.body.secret, 0), made(webhook.secret, 0)]);
  const third = await world.call(house, 'POST', `/webhooks/${webhook.id}/rotate-secret`, {
    secret: `whsec_${Buffer.alloc(40, 3).toString('base64')}`,
  });
  await world.connected(house);
  await receiver.reaches(2);
  expect(signatures(1)).toEqual(
    [third.body.secret, rotated.body.secret, webhook.secret].map((secret) => made(secret, 1)),
  );
  await pass(day + 1);
  await world.connected(house);
  await receiver.reaches(3);
  expect(signatures(2)).toEqual([made(third.body.secret, 2)]);
});

test('deliveries and events are dropped when their time is over', async () => {
  const webhook = await world.webhook(house, receiver.url());
  await world.connected(house);
  await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
  await pass(29 * day);
  expect(await world.deliveries(house, webhook.id)).toHaveLength(1);
  await retentionRuns();
  expect(await world.deliveries(house, webhook.id)).toHaveLength(1);
  await pass(2 * day + 3600);
  await retentionRuns();
  expect(await world.deliveries(house, webhook.id)).toHaveLength(0);
  const kept = statement('', 'select count(*)::int as count from outbox_events where organization_id = $1');
  const [{ count }] = await world.http.fresh.database.query<{ count: number }>(systemContext(house.id, 'test'), kept, [
    house.id,
  ]);
  expect(count).toBe(0);
});

function retentionRuns(): Promise<number> {
  return letGo(world.http.fresh.database, clock, 'deliveries of webhooks', 'events');
}
