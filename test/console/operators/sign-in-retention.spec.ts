import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { anotherAddress, auditorRoleId, goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';
import { letGo } from '../../database/retention.js';

const clock = new ManualClock();
let world: OperatorsWorld;
beforeAll(async () => {
  world = await operatorsWorld(clock);
});
afterAll(async () => {
  await world.close();
});

const count = async (table: string) => {
  const rows = await world.fresh.database.query<{ count: number }>(systemContext(everyOrganization, 'test'), {
    name: '',
    text: `select count(*)::int as count from ${table}`,
  });
  return rows[0].count;
};
const round = () => letGo(world.fresh.database, clock, 'operator sessions', 'counts of tries to sign in');

test('sessions that ended go; those that are used stay', async () => {
  const idle = await world.operator('idle@example.com', auditorRoleId);
  const busy = await world.operator('busy@example.com', auditorRoleId);
  const current = (token: string) => world.call('GET', '/sessions/current', { token });
  await clock.advance(20 * 60);
  expect((await current(busy.token)).status).toBe(200);
  await round();
  expect(await count('operator_sessions')).toBe(2);
  await clock.advance(11 * 60);
  await round();
  expect([
    await count('operator_sessions'),
    (await current(idle.token)).status,
    (await current(busy.token)).status,
  ]).toEqual([1, 401, 200]);
  await clock.advance(12 * 3600);
  await Promise.all([round(), round()]);
  expect(await count('operator_sessions')).toBe(0);
});

test('counts of tries go when their time is over, and not before', async () => {
  await round();
  const before = await count('sign_in_attempts');
  const from = anotherAddress();
  for (let attempt = 0; attempt < 11; attempt += 1)
    await world.signIn({ email: 'nobody@example.com', password: 'wrong wrong wrong' }, from);
  expect(await count('sign_in_attempts')).toBeGreaterThan(before);
  await clock.advance(14 * 60);
  await round();
  expect((await world.signIn({ email: 'nobody@example.com', password: goodPassword }, from)).status).toBe(429);
  await clock.advance(16 * 60);
  await round();
  // From where the two operators above signed in is known for 30 days.
  expect(await count('sign_in_attempts')).toBe(2);
  await clock.advance(30 * 24 * 3600);
  await round();
  expect(await count('sign_in_attempts')).toBe(0);
});
