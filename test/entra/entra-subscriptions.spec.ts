import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ClosingSweep } from '../../src/provisioning/connection/closing-sweep.js';
import { SubscriptionDuty } from '../../src/provisioning/host/subscription-duty.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { MovedClock } from '../kernel/moved-clock.js';
import { EntraSimulator } from '../simulators/entra/entra-simulator.js';
import { notificationSecret } from './entra-rig.js';

/** The life of a subscription by the clock: renewed before it ends, and ended at the vendor with its connection. */
const baseUrl = 'https://wifi.example.com';
const daySeconds = 86_400;
let simulator: EntraSimulator;
let house: Connected;
let service: WorkingService;
let clock: MovedClock;

beforeAll(async () => {
  service = await WorkingService.start({ baseUrl });
  clock = new MovedClock(service.world.app);
});
afterAll(() => service.stop());

beforeEach(async () => {
  simulator = await EntraSimulator.start(clock);
  simulator.notifications.reaches.set(baseUrl, `http://127.0.0.1:${service.world.port}`);
  house = await service.connected({
    connector: 'entra',
    settings: {
      graph_url: simulator.url,
      login_url: simulator.url,
      tenant_id: simulator.tenantId,
      client_id: simulator.clientId,
      time_zone: 'Europe/Prague',
    },
    secrets: { client_secret: simulator.clientSecret, notification_secret: notificationSecret },
    access: { preset: 'staff' },
  });
  await until('Usher has subscribed to people', () => simulator.notifications.subscriptions.size === 1);
  await until('it is noted', async () => (await rows())[0].kept);
});
afterEach(() => simulator.stop());

const look = () => service.world.app.get(SubscriptionDuty).look();
const ends = () =>
  [...simulator.notifications.subscriptions.values()].map(({ expirationDateTime }) => expirationDateTime);

function rows(): Promise<{ kept: boolean; secret: boolean }[]> {
  return service.world.sql(
    'select subscription is not null as kept, secrets_sealed is not null as secret from connections where id = $1',
    [house.connectionId],
  );
}

test('it is renewed at half of its time, never earlier, and never ends', async () => {
  const [id] = simulator.notifications.subscriptions.keys();
  const [first] = ends();
  clock.advance(13 * daySeconds);
  await look();
  expect(ends()).toEqual([first]);
  for (let month = 0; month < 4; month += 1) {
    const [before] = ends();
    clock.advance(14 * daySeconds);
    await look();
    await until('it is renewed', () => ends()[0] > before);
    expect(Date.parse(before)).toBeGreaterThan(clock.milliseconds());
  }
  expect([...simulator.notifications.subscriptions.keys()]).toEqual([id]);
  await house.close();
});

test('with the connection it is ended at the vendor, at once, and nothing of it stays', async () => {
  await house.close();
  await until('it is ended', () => simulator.notifications.subscriptions.size === 0);
  await until('the connection is gone', async () => (await rows()).length === 0);
});

test('a vendor that is down for a while is asked again', async () => {
  simulator.notifications.isDown = true;
  await house.close();
  await look();
  expect([simulator.notifications.subscriptions.size, (await rows()).length]).toEqual([1, 1]);
  simulator.notifications.isDown = false;
  // The service's own look, still at its failed try, may hold the lease.
  await until('it is ended', async () => {
    await look();
    return simulator.notifications.subscriptions.size === 0;
  });
  await until('the connection is gone', async () => (await rows()).length === 0);
});

test('a vendor that never answers keeps no secret longer than five minutes', async () => {
  simulator.notifications.isDown = true;
  await house.close();
  await look();
  // A slow machine takes some of the five minutes itself.
  clock.advance(240);
  await service.world.app.get(ClosingSweep).round();
  expect(await rows()).toEqual([{ kept: true, secret: true }]);
  clock.advance(61);
  await service.world.app.get(ClosingSweep).round();
  expect(await rows()).toEqual([]);
});

test('a connection that is deleted while it subscribes leaves no subscription', async () => {
  const { notifications } = simulator;
  let isDeleted = false;
  notifications.whileRenewing = async () => {
    notifications.whileRenewing = null;
    await house.close();
    isDeleted = true;
  };
  clock.advance(14 * daySeconds + 60);
  await look();
  await until('it was deleted', () => isDeleted);
  await look();
  await until('there is none', () => notifications.subscriptions.size === 0);
  await until('the connection is gone', async () => (await rows()).length === 0);
});
