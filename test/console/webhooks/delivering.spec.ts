import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { Events } from '../../../src/console/events/events.js';
import { exampleEvents, examplePayloads } from '../../../src/console/events/event-examples.js';
import { eventTypes } from '../../../src/console/events/event-types.js';
import { systemContext } from '../../../src/kernel/context.js';
import { eventually } from '../../kernel/manual-clock.js';
import { answering, Receiver } from './receiver.js';
import { type House, WebhookWorld } from './webhook-world.js';

let world: WebhookWorld;
let house: House;
let receiver: Receiver;
beforeAll(async () => {
  world = await WebhookWorld.open();
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
  await receiver.close();
});

describe('an event that was committed', () => {
  test('reaches the endpoint signed and as documented, and a Standard Webhooks client verifies it', async () => {
    const webhook = await world.webhook(house, receiver.url('/hook?from=usher'), { events: eventTypes });
    const ids = await world.emit(house, ...eventTypes.map((type) => exampleEvents[type]));
    await receiver.reaches(eventTypes.length);
    for (const { body, headers, path } of receiver.received) {
      const payload = new Webhook(webhook.secret).verify(body, headers as Record<string, string>) as {
        event: keyof typeof examplePayloads;
      };
      expect(payload).toEqual(examplePayloads[payload.event]);
      expect(headers['content-type']).toBe('application/json');
      expect(headers['webhook-id']).toBe(ids[eventTypes.indexOf(payload.event)]);
      expect(path).toBe('/hook?from=usher');
    }
    const wrong = { ...(receiver.received[0].headers as Record<string, string>), 'webhook-id': ids[6] };
    expect(() => new Webhook(webhook.secret).verify(receiver.received[0].body, wrong)).toThrow('No matching signature');
  });

  test('goes to every endpoint that wants it, in its own organization only', async () => {
    const [all, some, none, elsewhere] = await Promise.all([1, 2, 3, 4].map(() => Receiver.listening()));
    const other = await world.house();
    await world.webhook(house, all.url());
    await world.webhook(house, some.url(), { events: ['auth.failed'] });
    await world.webhook(house, none.url(), { disabled: 1 });
    await world.webhook(other, elsewhere.url());
    await world.emit(house, exampleEvents['device.connected'], exampleEvents['auth.failed']);
    await all.reaches(2);
    await some.reaches(1);
    // What comes last to the others proves that nothing came before.
    await world.connected(other, 'theirs');
    await elsewhere.reaches(1);
    expect(elsewhere.bodies.map(({ user }) => user)).toEqual([{ username: 'theirs', auth_method: 'PEAP' }]);
    expect(some.bodies.map(({ event }) => event)).toEqual(['auth.failed']);
    expect(none.received).toEqual([]);
    for (const each of [all, some, none, elsewhere]) await each.close();
  });

  test('is announced by the transaction that causes it and by no other', async () => {
    await world.webhook(house, receiver.url());
    const { database } = world.http.fresh;
    const events = world.http.app.get(Events);
    const context = systemContext(house.id, 'test');
    await expect(
      database.transaction(context, async (inside) => {
        await events.emit(inside, { event: 'device.connected', user: { username: 'nobody' } });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await expect(events.emit(context, { event: 'device.connected' })).rejects.toThrow('transaction');
    await world.connected(house, 'anna');
    await receiver.reaches(1);
    expect(receiver.bodies.map(({ user }) => user)).toEqual([{ username: 'anna', auth_method: 'PEAP' }]);
  });

  test('a value that the producer does not know is sent as null', async () => {
    await world.webhook(house, receiver.url());
    await world.emit(house, {
      event: 'device.disconnected',
      at: '2026-05-14T13:00:00.000Z',
      device: { mac: '3c:22:fb:4a:10:9e' },
    });
    await receiver.reaches(1);
    expect(receiver.bodies[0]).toEqual({
      event: 'device.disconnected',
      timestamp: '2026-05-14T13:00:00.000Z',
      device: { mac: '3c:22:fb:4a:10:9e', type: null, os: null },
      user: { username: null, auth_method: null },
      access_point: { name: null, mac: null },
    });
  });

  test("is written into the log with status, duration and the answer's beginning, without the secret", async () => {
    const webhook = await world.webhook(house, receiver.url());
    receiver.behaviour = () => ({ status: 200, body: `thanks for ${webhook.secret}\u0000 ${'x'.repeat(2000)}` });
    const [eventId] = await world.connected(house);
    const delivery = await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
    expect(delivery).toMatchObject({
      webhook_id: webhook.id,
      event_id: eventId,
      event: 'device.connected',
      test: false,
      attempts: 1,
      response_status: 200,
      next_attempt_at: null,
    });
    expect(delivery.log).toEqual([
      {
        at: expect.any(String),
        duration_ms: expect.any(Number),
        status: 200,
        error: null,
        response: expect.stringMatching(/^thanks for \[redacted\] x+$/),
      },
    ]);
    expect(delivery.log[0].response).toHaveLength(500);
    expect((await world.call(house, 'GET', `/webhooks/deliveries/${delivery.id}`)).body).toEqual({
      ...delivery,
      payload: expect.stringContaining(delivery.event),
    });
  });
});

describe('an endpoint that does not accept', () => {
  test.each([
    [500, 'The endpoint answered 500'],
    [301, 'The endpoint answered 301: redirects are not followed'],
    [404, 'The endpoint answered 404'],
  ])('with %d is tried again later; redirects are not followed', async (status, error) => {
    const elsewhere = await Receiver.listening();
    receiver.behaviour = answering(status, { location: elsewhere.url() });
    const webhook = await world.webhook(house, receiver.url());
    await world.connected(house);
    const delivery = await world.until(house, webhook.id, 'one attempt is made', ({ attempts }) => attempts === 1);
    expect(delivery).toMatchObject({
      status: 'pending',
      response_status: status,
      log: [{ status, error, response: `answer ${status}` }],
    });
    const seconds = (Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(seconds).toBeLessThan(7);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
    expect((await world.read(house, webhook.id)).failing_since).not.toBeNull();
  });

  test('with 410 is disabled at once, and the delivery has failed', async () => {
    receiver.behaviour = answering(410);
    const webhook = await world.webhook(house, receiver.url());
    await world.connected(house);
    await world.until(house, webhook.id, 'it is given up', ({ status }) => status === 'failed');
    expect(await world.read(house, webhook.id)).toMatchObject({ disabled: 1, disabled_reason: 'gone' });
    receiver.behaviour = answering(204);
    const enabled = await world.call(house, 'PATCH', `/webhooks/${webhook.id}`, { disabled: 0 });
    expect(enabled.body).toMatchObject({ disabled: 0, disabled_reason: null, failing_since: null });
    await world.connected(house);
    await receiver.reaches(2);
  });

  test('that no endpoint listens is reported', async () => {
    const webhook = await world.webhook(house, 'http://127.0.0.1:1/');
    await world.connected(house);
    const delivery = await world.until(house, webhook.id, 'one attempt is made', ({ attempts }) => attempts === 1);
    expect(delivery.log[0]).toMatchObject({
      status: null,
      error: '127.0.0.1 cannot be reached (ECONNREFUSED)',
      response: null,
    });
  });
});

describe('what operators do', () => {
  test('a test sends the example of any event, once, and says what came of it', async () => {
    const webhook = await world.webhook(house, receiver.url(), { events: ['auth.failed'] });
    const asked = await world.call(house, 'POST', `/webhooks/${webhook.id}/test`, { event: 'policy.violated' });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      test: true,
      status: 'pending',
      event: 'policy.violated',
      _links: { self: { href: `/webhooks/deliveries/${asked.body.id}` } },
    });
    await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
    expect(receiver.bodies).toEqual([{ ...examplePayloads['policy.violated'], timestamp: expect.any(String) }]);
    expect(
      new Webhook(webhook.secret).verify(
        receiver.received[0].body,
        receiver.received[0].headers as Record<string, string>,
      ),
    ).toBeTruthy();

    receiver.behaviour = answering(500);
    const failing = await world.call(house, 'POST', `/webhooks/${webhook.id}/test`);
    await eventually(
      'the test has failed',
      async () => (await world.call(house, 'GET', `/webhooks/deliveries/${failing.body.id}`)).body.status === 'failed',
    );
    expect(await world.read(house, webhook.id)).toMatchObject({ failing_since: null, disabled: 0 });
  });

  test('a delivery is sent again with the same webhook-id', async () => {
    const webhook = await world.webhook(house, receiver.url());
    await world.connected(house);
    const first = await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
    expect((await world.call(house, 'POST', `/webhooks/deliveries/${first.id}/redeliver`)).status).toBe(202);
    await receiver.reaches(2);
    const [one, two] = receiver.received;
    expect([two.headers['webhook-id'], two.body]).toEqual([one.headers['webhook-id'], one.body]);
    const again = await world.until(house, webhook.id, 'it is delivered again', ({ log }) => log.length === 2);
    expect(again).toMatchObject({ id: first.id, status: 'delivered', attempts: 1 });
  });

  test('a replay sends what happened since then, also from before the webhook was made, and no tests', async () => {
    const early = await world.webhook(house, receiver.url('/early'));
    await world.call(house, 'POST', `/webhooks/${early.id}/test`);
    const ids = await world.emit(
      house,
      ...[0, 1, 2].map(() => exampleEvents['auth.failed']),
      exampleEvents['device.connected'],
    );
    await receiver.reaches(5);
    const late = await world.webhook(house, receiver.url('/late'), { events: ['auth.failed'] });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const asked = await world.call(house, 'POST', `/webhooks/${late.id}/replay`, { since });
    expect([asked.status, asked.body]).toEqual([202, { deliveries: 3 }]);
    await receiver.reaches(8);
    expect(
      new Set(receiver.received.filter(({ path }) => path === '/late').map(({ headers }) => headers['webhook-id'])),
    ).toEqual(new Set(ids.slice(0, 3)));
    await eventually('all are delivered', async () =>
      (await world.deliveries(house, late.id)).every(({ status }) => status === 'delivered'),
    );
    expect(
      (await world.call(house, 'POST', `/webhooks/${late.id}/replay`, { since: new Date().toISOString() })).body,
    ).toEqual({ deliveries: 0 });
    expect((await world.call(house, 'POST', `/webhooks/${late.id}/replay`, { since })).body).toEqual({ deliveries: 3 });
    await receiver.reaches(11);
    expect(
      (await world.call(house, 'POST', `/webhooks/${late.id}/replay`, { since: '2999-01-01T00:00:00Z' })).status,
    ).toBe(422);
  });

  test('nothing of it works for a disabled webhook, or for one of somebody else', async () => {
    const webhook = await world.webhook(house, receiver.url());
    await world.connected(house);
    const delivery = await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
    const other = await world.house();
    const since = '2026-01-01T00:00:00Z';
    const calls = [
      ['POST', `/webhooks/${webhook.id}/test`],
      ['POST', `/webhooks/${webhook.id}/replay`, { since }],
      ['POST', `/webhooks/deliveries/${delivery.id}/redeliver`],
    ] as const;
    for (const [method, path, body] of [
      ...calls,
      ['GET', `/webhooks/${webhook.id}/deliveries`],
      ['GET', `/webhooks/deliveries/${delivery.id}`],
      ['GET', `/webhooks/${webhook.id}`],
      ['PATCH', `/webhooks/${webhook.id}`, { disabled: 1 }],
      ['DELETE', `/webhooks/${webhook.id}`],
      ['POST', `/webhooks/${webhook.id}/rotate-secret`],
    ] as const)
      expect([path, (await world.call(other, method, path, body)).status]).toEqual([path, 404]);
    await world.call(house, 'PATCH', `/webhooks/${webhook.id}`, { disabled: 1 });
    for (const [method, path, body] of calls) expect((await world.call(house, method, path, body)).status).toBe(409);
  });
});
