import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { examplePayloads } from '../../../src/console/events/event-examples.js';
import { changeEvents, type EventType, usualEvents } from '../../../src/console/events/event-types.js';
import { radiusPayload } from '../../../src/console/events/radius-event.js';
import { usherWorld, type UsherWorld } from '../../api/usher-world.js';

let world: UsherWorld;
let house: { id: string; token: string };
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 0 } });
});
afterAll(() => world.close());
beforeEach(async () => {
  house = await world.organization('House');
});

const call = async (status: number, method: string, path: string, body?: unknown) => {
  const answer = await world.ask(method, path, { token: house.token, body });
  expect([path, answer.status, answer.status === status ? '' : answer.body]).toEqual([path, status, '']);
  return answer.body;
};
const listen = (events?: readonly string[]) =>
  call(201, 'POST', '/webhooks', { url: 'https://hooks.example.com/', ...(events && { events }) });

async function vouchers(count: number) {
  const { id } = await call(201, 'POST', '/user-groups', { name: 'Day guests' });
  return call(201, 'POST', '/vouchers', { table_id: id, duration: 3600, count });
}

/** As they are sent, oldest first. */
async function told(): Promise<Record<string, unknown>[]> {
  const rows = await world.sql<{ event: EventType; payload: string }>(
    'select event, payload from outbox_events where organization_id = $1 and holds_facts order by id',
    [house.id],
  );
  return rows.map(
    ({ event, payload }) =>
      JSON.parse(radiusPayload(event, payload, '2026-05-14T13:00:00.000Z')) as Record<string, unknown>,
  );
}
const names = async () =>
  (await told()).map(
    ({ event, user, account }) =>
      `${String(event)} ` +
      ((user as { username: string | null }).username ?? '') +
      (account && (account as { username: string }).username !== (user as { username: string }).username ? ' ?' : ''),
  );

test('an endpoint that names no events gets the usual ones, and no event is kept that no endpoint wants', async () => {
  expect((await listen()).events).toEqual([...usualEvents]);
  const user = await call(201, 'POST', '/users', { username: 'anna' });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 1 });
  await vouchers(1);
  expect(await told()).toEqual([]);
});

test('users made and disabled are reported once each, singly and in bulk; rolled back ones are not', async () => {
  await listen(['user.created', 'user.disabled']);
  const user = await call(201, 'POST', '/users', { username: 'anna', email: 'anna@example.com' });
  await call(409, 'POST', '/users', { username: 'ANNA' });
  await call(200, 'PATCH', `/users/${user.id}`, { comment: 'changed' });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 1 });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 1, comment: 'again' });
  await call(200, 'POST', '/bulk/users', {
    operations: ['ben', 'carl', 'anna'].map((username) => ({ op: 'create', data: { username } })),
  });
  expect((await names()).toSorted()).toEqual([
    'user.created anna',
    'user.created ben',
    'user.created carl',
    'user.disabled anna',
  ]);
  expect((await told())[0]).toMatchObject({
    event: 'user.created',
    device: { mac: null },
    account: { id: user.id, username: 'anna', email: 'anna@example.com', valid_until: null },
  });
});

test('users enabled and renamed are reported once each; a change of neither is not', async () => {
  await listen(['user.disabled', 'user.enabled', 'user.renamed']);
  const user = await call(201, 'POST', '/users', { username: 'anna', disabled: 1 });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 0 });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 0, username: 'anna', comment: 'again' });
  await call(200, 'POST', '/bulk/users', {
    operations: [
      { op: 'update', match: { username: 'anna' }, data: { username: 'anne' } },
      { op: 'upsert', data: { username: 'anne', comment: 'late' } },
    ],
  });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 1, username: 'Anne' });
  expect((await names()).toSorted()).toEqual([
    'user.disabled Anne',
    'user.enabled anna',
    'user.renamed Anne',
    'user.renamed anne',
  ]);
});

test('users deleted are reported once each, as they were, singly and in bulk', async () => {
  await listen(['user.deleted']);
  const user = await call(201, 'POST', '/users', { username: 'anna', email: 'anna@example.com' });
  await call(200, 'POST', '/bulk/users', {
    operations: ['ben', 'carl'].map((username) => ({ op: 'create', data: { username } })),
  });
  await call(204, 'DELETE', `/users/${user.id}`);
  await call(200, 'POST', '/bulk/users', {
    operations: ['ben', 'carl', 'nobody'].map((username) => ({ op: 'delete', match: { username } })),
  });
  expect((await names()).toSorted()).toEqual(['user.deleted anna', 'user.deleted ben', 'user.deleted carl']);
  expect((await told())[0]).toMatchObject({
    event: 'user.deleted',
    account: { id: user.id, username: 'anna', email: 'anna@example.com' },
  });
});

test('events about vouchers carry no code, and are sent once each', async () => {
  await listen(['voucher.created']);
  const made = await vouchers(3);
  const events = await told();
  expect(events.map(({ event }) => event)).toEqual(Array.from({ length: 3 }, () => 'voucher.created'));
  for (const { code } of made._embedded.vouchers as { code: string }[])
    expect(JSON.stringify(events)).not.toContain(code);
});

test('events of other organizations, or for a disabled endpoint, are not kept', async () => {
  const { id } = await listen(['user.created']);
  const mine = house;
  house = await world.organization('Another');
  await call(201, 'POST', '/users', { username: 'elsewhere' });
  expect(await told()).toEqual([]);
  house = mine;
  await call(200, 'PATCH', `/webhooks/${String(id)}`, { disabled: 1 });
  await call(201, 'POST', '/users', { username: 'unheard' });
  expect(await told()).toEqual([]);
});

test('real ones have the names and forms of their examples', async () => {
  await listen(changeEvents);
  const user = await call(201, 'POST', '/users', { username: 'anna' });
  await call(200, 'PATCH', `/users/${user.id}`, { disabled: 1 });
  await vouchers(1);
  const forms = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted()
            .map(([name, each]) => [name, forms(each)]),
        )
      : 'a value';
  const real = await told();
  expect(real.map(({ event }) => event)).toEqual(['user.created', 'user.disabled', 'voucher.created']);
  for (const each of real) expect(forms(each)).toEqual(forms(examplePayloads[each.event as EventType]));
});
