import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { eventually } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { record } from './scripted-connector.js';

let rig: IntakeRig;
let engine: Engine;
beforeAll(async () => {
  rig = await IntakeRig.open();
  engine = rig.engine();
  engine.absorber.start();
});
afterAll(async () => {
  await engine.absorber.stop();
  await rig.close();
});

async function say(connection: StoredConnection, changes: readonly object[]): Promise<void> {
  await engine.inbox.store(rig.context, connection.id, [{ kind: 'hook', body: Buffer.from(JSON.stringify(changes)) }]);
}

test("while a vendor answers none of ten hotels, a check-in at another vendor's hotel is absorbed", async () => {
  let answer = () => undefined as void;
  rig.outside.answering = new Promise((resolve) => {
    answer = resolve;
  });
  rig.outside.records.set('R1', [record('R1')]);
  const waiting: StoredConnection[] = [];
  for (let count = 0; count < 10; count += 1)
    waiting.push(await rig.connection(engine, 'hints', { name: `Hotel ${count}` }));
  const lively = await rig.connection(engine, 'pushes', { name: 'Inn' });
  for (const hotel of waiting) await say(hotel, [{ kind: 'hint', of: 'record', key: 'R1' }]);
  await eventually('all ten are being read', () => Promise.resolve(rig.outside.readings.length === 10));
  await say(lively, [record('R2')]);
  await eventually('the guest of the inn is known', async () => (await rig.living(lively)).length === 1);
  expect(await Promise.all(waiting.map((hotel) => rig.living(hotel)))).toEqual(waiting.map(() => []));
  answer();
  for (const hotel of waiting)
    await eventually('the guest is known once the vendor answers', async () => (await rig.living(hotel)).length === 1);
});
