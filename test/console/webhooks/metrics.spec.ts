import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HealthModule } from '../../../src/health/health.module.js';
import { eventually } from '../../kernel/manual-clock.js';
import { answering, Receiver } from './receiver.js';
import { WebhookWorld } from './webhook-world.js';

let world: WebhookWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await WebhookWorld.open({ modules: [HealthModule] });
  receiver = await Receiver.listening();
  world.start();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

async function figure(line: string): Promise<number> {
  const text = await (await fetch(`${world.http.url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

test('attempts to deliver are counted by outcome; what waits and who fails is shown', async () => {
  const house = await world.house();
  const delivered = 'usher_webhook_attempt_seconds_count{type="webhook",outcome="delivered"}';
  const failed = 'usher_webhook_attempt_seconds_count{type="webhook",outcome="failed"}';
  await world.webhook(house, receiver.url());
  await world.connected(house);
  await eventually('one delivery is counted', async () => (await figure(delivered)) === 1);
  // Counted in tables, once a second at most: what was shown last may be from when it waited.
  await eventually('nothing waits', async () => (await figure('usher_webhook_deliveries_waiting')) === 0);
  expect(await figure(failed)).toBe(0);
  receiver.behaviour = answering(500);
  await world.connected(house);
  await eventually('one failure is counted', async () => (await figure(failed)) === 1);
  await eventually('who fails is counted', async () => (await figure('usher_webhooks_failing')) === 1);
  await eventually('what waits is counted', async () => (await figure('usher_webhook_deliveries_waiting')) === 1);
  expect([await figure(delivered), await figure('usher_alerts_open')]).toEqual([1, 0]);
});
