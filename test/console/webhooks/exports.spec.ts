import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { exampleEvents, examplePayloads } from '../../../src/console/events/event-examples.js';
import { eventTypes } from '../../../src/console/events/event-types.js';
import { eventually } from '../../kernel/manual-clock.js';
import { certificateFor } from './self-signed.js';
import { type LogServer, streamLogServer, udpLogServer } from './log-server.js';
import { type House, WebhookWorld } from './webhook-world.js';

let world: WebhookWorld;
let house: House;
beforeAll(async () => {
  world = await WebhookWorld.open();
  world.start();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  house = await world.house();
});

const form = /^<(\d+)>1 (\S+) (\S+) usher - (\S+) - (.*)$/;
const took = (server: LogServer, count: number) =>
  eventually(`${count} messages have come`, () => server.messages.length >= count);
const everything = eventTypes.map((type) => exampleEvents[type]);

async function allDelivered(webhookId: string, count: number): Promise<void> {
  await eventually(
    'all are delivered',
    async () => (await world.deliveries(house, webhookId, '&filter[status]=delivered')).length === count,
  );
}

test('a syslog receiver gets every event as RFC 5424 with its JSON, over UDP and over TCP', async () => {
  for (const server of [await udpLogServer(), await streamLogServer()]) {
    house = await world.house();
    const webhook = await world.webhook(house, server.url, {
      type: 'syslog',
      events: everything.map(({ event }) => event),
    });
    const ids = await world.emit(house, ...everything);
    await took(server, everything.length);
    const read = server.messages.map((message) => form.exec(message)?.slice(1) ?? []);
    for (const [, timestamp, , name, json] of read) {
      const { id, ...payload } = JSON.parse(json);
      expect([payload, timestamp, id]).toEqual([
        examplePayloads[name as keyof typeof examplePayloads],
        payload.timestamp,
        ids[eventTypes.indexOf(payload.event)],
      ]);
    }
    expect(new Set(read.map(([, , , name]) => name))).toEqual(new Set(eventTypes));
    await allDelivered(webhook.id, everything.length);
    expect((await world.deliveries(house, webhook.id))[0]).toMatchObject({
      response_status: null,
      log: [{ status: null, error: null, response: null }],
    });
    await server.close();
  }
});

test('a CEF receiver gets CEF, and a test event', async () => {
  const server = await streamLogServer();
  const webhook = await world.webhook(house, server.url, { type: 'cef', events: ['policy.violated'] });
  await world.call(house, 'POST', `/webhooks/${webhook.id}/test`, { event: 'policy.violated' });
  await took(server, 1);
  expect(form.exec(server.messages[0])?.[5]).toMatch(
    /^CEF:0\|Usher\|Wi-Fi access\|1\|policy\.violated\|Policy violated\|7\|rt=\d+ externalId=\S+ smac=/,
  );
  await server.close();
});

test('a burst over one connection is framed by octet counts, whatever is in the names', async () => {
  const server = await streamLogServer();
  await world.webhook(house, server.url, { type: 'cef' });
  const names = Array.from({ length: 300 }, (_, index) => `Jörg ${index} 😀\n<34>1 12 fake`);
  await world.emit(house, ...names.map((username) => ({ event: 'device.connected', user: { username } }) as const));
  await took(server, 300);
  expect(server.messages.every((message) => form.test(message))).toBe(true);
  expect(server.connections.length).toBeLessThan(10);
  await server.close();
});

test('a receiver that goes away and comes back gets what it missed', async () => {
  const server = await streamLogServer();
  const webhook = await world.webhook(house, 'tcp://127.0.0.1:1', { type: 'syslog' });
  await world.connected(house);
  const delivery = await world.until(house, webhook.id, 'one attempt is made', ({ attempts }) => attempts === 1);
  expect(delivery).toMatchObject({
    status: 'pending',
    log: [{ error: '127.0.0.1: cannot be reached (ECONNREFUSED)' }],
  });
  await world.call(house, 'PATCH', `/webhooks/${webhook.id}`, { url: server.url });
  await world.call(house, 'POST', `/webhooks/deliveries/${delivery.id}/redeliver`);
  await took(server, 1);
  await server.close();
});

test('over TLS only a receiver whose certificate is vouched for gets anything', async () => {
  const { key, cert } = await certificateFor('localhost');
  const server = await streamLogServer({ key, cert });
  const trusting = await world.webhook(house, server.url, { type: 'syslog', tls_ca: cert });
  await world.connected(house);
  await took(server, 1);
  await allDelivered(trusting.id, 1);
  await world.call(house, 'DELETE', `/webhooks/${trusting.id}`);
  const wary = await world.webhook(house, server.url, { type: 'syslog' });
  await world.connected(house);
  const delivery = await world.until(house, wary.id, 'one attempt is made', ({ attempts }) => attempts === 1);
  expect(delivery.log[0].error).toMatch(
    /^localhost: cannot be reached \((DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)\)$/,
  );
  expect(server.messages).toHaveLength(1);
  await server.close();
});
