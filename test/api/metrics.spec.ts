import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MessageMetrics } from '../../src/console/alerts/send/message-metrics.js';
import { DeliveryMetrics } from '../../src/console/webhooks/send/delivery-metrics.js';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { Metrics } from '../../src/health/metrics.js';
import { SilentLog } from '../../src/kernel/log.js';
import { CredentialDeliveryMetrics } from '../../src/provisioning/deliver/send/delivery-metrics.js';
import { HookMetrics } from '../../src/provisioning/inbox/hook-metrics.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { type UsherWorld, usherWorld } from './usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld({ settings: { trustedProxies: ['127.0.0.1'] } });
});
afterAll(async () => {
  await world.close();
});

const asked = (path: string, from: string) =>
  world.ask('GET', path, { token: null, headers: { 'x-forwarded-for': from } });

test('metrics are shown to private addresses only, liveness to everybody', async () => {
  for (const near of ['127.0.0.1', '10.20.0.5', '192.168.1.9', 'fd00::5', '::ffff:10.0.0.1'])
    expect([near, (await asked('/metrics', near)).status]).toEqual([near, 200]);
  for (const far of ['203.0.114.9', '8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8']) {
    const { status, text } = await asked('/metrics', far);
    expect([far, status, text.includes('usher_')]).toEqual([far, 403, false]);
    expect((await asked('/healthz', far)).status).toBe(200);
  }
});

test('however many ask, the tables are counted once a second', async () => {
  const clock = new ManualClock();
  const metrics = new Metrics(
    world.fresh.database,
    world.fresh.dataSource,
    world.fresh.state,
    new Backgrounds(clock, new SilentLog()),
    clock,
    new SilentLog(),
    new DeliveryMetrics(),
    new MessageMetrics(),
    new CredentialDeliveryMetrics(),
    new HookMetrics(),
  );
  const open = async () => /usher_alerts_open (\d+)/.exec(await metrics.text())?.[1];
  expect(await open()).toBe('0');
  await world.sql(
    'insert into alerts (organization_id, id, event, subject_id, subject_name, state, detail, raised_at) ' +
      "values ($1, gen_random_uuid(), 'webhook.failing', gen_random_uuid(), 'x', 'x', 'x', now())",
    [world.organizationId],
  );
  expect(await Promise.all([open(), open()])).toEqual(['0', '0']);
  await clock.advance(1);
  expect(await open()).toBe('1');
});
