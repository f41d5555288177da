import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Dispatcher } from '../../../src/console/webhooks/dispatch/dispatcher.js';
import { exampleEvents } from '../../../src/console/events/event-examples.js';
import { HttpTransport } from '../../../src/console/webhooks/transport/http-transport.js';
import { Sender } from '../../../src/console/webhooks/send/sender.js';
import { statement } from '../../../src/database/database.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { eventually } from '../../kernel/manual-clock.js';
import { answering, Receiver } from './receiver.js';
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

const everywhere = systemContext(everyOrganization, 'test');
const rows = <Row extends object>(sql: string) => world.http.fresh.database.query<Row>(everywhere, statement('', sql));

/** Takes connections and says nothing. */
async function silentServer(): Promise<{ url: string; close: () => void }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('endpoints that hang or are dead do not hold up the living ones, even of the same organization', async () => {
  // Nobody gives up waiting for the silent ones: who waits behind them waits for ever.
  const transport = world.http.app.get(HttpTransport);
  const { timeoutMilliseconds } = transport;
  transport.timeoutMilliseconds = 3_600_000;
  const silent = await Promise.all(Array.from({ length: 30 }, () => silentServer()));
  const living = await Receiver.listening();
  for (const { url } of silent) await world.webhook(house, url);
  await world.webhook(house, 'http://127.0.0.1:1/');
  await world.webhook(house, living.url());
  await world.emit(house, ...Array.from({ length: 200 }, () => exampleEvents['device.connected']));
  await living.reaches(200);
  for (const { close } of silent) close();
  transport.timeoutMilliseconds = timeoutMilliseconds;
  await living.close();
});

test('a storm with half the endpoints dead reaches every living endpoint once', async () => {
  const events = 600;
  const living = await Promise.all([1, 2, 3].map(() => Receiver.listening()));
  const dead = await Promise.all([1, 2, 3].map(() => Receiver.listening(answering(503))));
  for (const receiver of [...living, ...dead]) await world.webhook(house, receiver.url());
  const ids: string[] = [];
  for (let at = 0; at < events; at += 200)
    ids.push(...(await world.emit(house, ...Array.from({ length: 200 }, () => exampleEvents['auth.failed']))));
  for (const receiver of living) await receiver.reaches(events);
  for (const receiver of living) {
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids));
    expect(receiver.received).toHaveLength(events);
  }
  for (const receiver of dead) expect(receiver.received.length).toBeLessThan(12);
  for (const receiver of [...living, ...dead]) await receiver.close();
});

test('a delivery whose process died before recording it is sent again with the same webhook-id', async () => {
  const receiver = await Receiver.listening();
  const webhook = await world.webhook(house, receiver.url());
  await world.connected(house);
  await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
  // As a process leaves it that is killed between the answer and the row: leased, by a process of this machine that is
  // no more.
  const dead = await rows<{ name: string }>(
    `update webhook_deliveries set status = 'pending', attempts = 0 where webhook_id = '${webhook.id}'
      returning id as name`,
  );
  expect(dead).toHaveLength(1);
  const { processName } = await import('../../../src/kernel/process-name.js');
  const gone = processName.replace(/:\d+:/, ':999999999:');
  await rows(
    `update webhooks set lease_owner = '${gone} x', lease_until_at = now() + interval '45 seconds', due_at = now()
      where id = '${webhook.id}'`,
  );
  await receiver.reaches(2);
  expect(receiver.received[1].headers['webhook-id']).toBe(receiver.received[0].headers['webhook-id']);
  await world.until(house, webhook.id, 'it is delivered', ({ status }) => status === 'delivered');
  await receiver.close();
});

test('an endpoint leased by a living process is left to it', async () => {
  const receiver = await Receiver.listening();
  const webhook = await world.webhook(house, receiver.url());
  const [{ leaseUntil }] = await rows<{ leaseUntil: number }>(
    `update webhooks set lease_owner = 'elsewhere 1', lease_until_at = now() + interval '1500 milliseconds'
      where id = '${webhook.id}' returning extract(epoch from lease_until_at)::float8 * 1000 as "leaseUntil"`,
  );
  await world.connected(house);
  await receiver.reaches(1);
  expect(performance.timeOrigin + receiver.received[0].at).toBeGreaterThan(leaseUntil - 500);
  await receiver.close();
});

test('stopping waits for what is on its way; what was not begun is sent by whoever starts next', async () => {
  const receiver = await Receiver.listening(() => 'hang');
  const webhook = await world.webhook(house, receiver.url());
  await world.emit(house, exampleEvents['device.connected'], exampleEvents['device.connected']);
  await receiver.reaches(1);
  const stopped = Promise.all([world.http.app.get(Sender).stop(), world.http.app.get(Dispatcher).stop()]);
  receiver.behaviour = answering(204);
  receiver.letGo();
  await stopped;
  const after = await world.deliveries(house, webhook.id);
  expect(after.map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
  world.http.app.get(Sender).start();
  world.http.app.get(Dispatcher).start();
  await eventually(
    'both are delivered',
    async () => (await world.deliveries(house, webhook.id, '&filter[status]=delivered')).length === 2,
  );
  await receiver.close();
});

test('events committed while no worker ran are found by the sweep', async () => {
  const receiver = await Receiver.listening();
  await world.webhook(house, receiver.url());
  await world.http.app.get(Dispatcher).stop();
  await world.connected(house);
  world.http.app.get(Dispatcher).start();
  await receiver.reaches(1);
  await receiver.close();
});

test('two processes share the work and send nothing twice', async () => {
  const other = await WebhookWorld.open({ shared: world.http });
  other.start();
  const receivers = await Promise.all([1, 2, 3, 4].map(() => Receiver.listening()));
  for (const receiver of receivers) await world.webhook(house, receiver.url());
  for (let count = 0; count < 100; count += 1)
    await (count % 2 ? world : other).emit(house, exampleEvents['device.connected'], exampleEvents['auth.failed']);
  for (const receiver of receivers) await receiver.reaches(200);
  await other.close();
  for (const receiver of receivers) {
    expect(receiver.received).toHaveLength(200);
    await receiver.close();
  }
});
