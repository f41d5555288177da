import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../../api/usher-world.js';

let world: UsherWorld;
let group: string;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  group = String((await world.made(201, 'POST', '/user-groups', { body: { name: 'Day guests' } })).id);
});
afterAll(() => world.close());

const preset = (values: object) =>
  world.made(201, 'POST', '/voucher-presets', { body: { table_id: group, ...values } });

test('a preset makes batches as it says, or as many as the call says', async () => {
  const { id } = await preset({
    name: 'Meeting',
    count: 3,
    duration: 28_800,
    max_devices: 2,
    prefix: 'MEET-',
    code_length: 6,
    days_to_first_use: 30,
  });
  const made = await world.made(201, 'POST', `/voucher-presets/${id}/vouchers`, { body: {} });
  expect(made.total_items).toBe(3);
  const [voucher] = made._embedded.vouchers;
  expect(voucher).toMatchObject({ table_id: group, duration: 28_800, max_devices: 2, comment: 'Meeting' });
  expect(voucher.code).toMatch(/^MEET-\w{6}$/);
  const days = (Date.parse(voucher.valid_until) - Date.parse(voucher.created_at)) / 86_400_000;
  expect(days).toBeCloseTo(30, 2);
  const more = await world.made(201, 'POST', `/voucher-presets/${id}/vouchers`, { body: { count: 5 } });
  expect(more.total_items).toBe(5);
  expect((await world.ask('POST', `/voucher-presets/${id}/vouchers`, { body: { count: 0 } })).status).toBe(422);
});

test('a name is there once, whatever its case; a group that is not there is refused beside its field', async () => {
  await preset({ name: 'Day guest' });
  const taken = await world.ask('POST', '/voucher-presets', { body: { name: 'DAY GUEST', table_id: group } });
  expect([taken.status, taken.body.detail]).toEqual([409, 'A preset with this name exists']);
  const nowhere = { name: 'Nowhere', table_id: '0190a0a0-0000-7000-8000-000000000009' };
  const { status, body } = await world.ask('POST', '/voucher-presets', { body: nowhere });
  expect([status, body.errors[0].pointer]).toEqual([422, '#/table_id']);
});

test('a change says which record it is of, and vouchers that were made stay when the preset goes', async () => {
  const { id } = await preset({ name: 'Spa', duration: 3600 });
  const made = await world.made(201, 'POST', `/voucher-presets/${id}/vouchers`, { body: {} });
  const changed = await world.made(200, 'PATCH', `/voucher-presets/${id}`, { body: { duration: null, count: 2 } });
  expect(changed).toMatchObject({ duration: null, count: 2, code_length: 8, days_to_first_use: null });
  const headers = { 'if-match': '"1"' };
  expect((await world.ask('PATCH', `/voucher-presets/${id}`, { body: { count: 4 }, headers })).status).toBe(412);
  await world.made(204, 'DELETE', `/voucher-presets/${id}`);
  const voucher = await world.made(200, 'GET', `/vouchers/${made._embedded.vouchers[0].id}`);
  expect(voucher).toMatchObject({ status: 'unused', duration: 3600 });
  const { _embedded } = await world.made(200, 'GET', `/audit?filter[resource_id]=${id}&sort=at:asc`);
  expect(_embedded.audit.map(({ action }: { action: string }) => action)).toEqual(['create', 'update', 'delete']);
});

test('a preset goes with its group', async () => {
  const { id } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Gone' } });
  const { id: presetId } = await world.made(201, 'POST', '/voucher-presets', { body: { name: 'Gone', table_id: id } });
  await world.made(204, 'DELETE', `/user-groups/${id}`);
  expect((await world.ask('GET', `/voucher-presets/${presetId}`)).status).toBe(404);
});
