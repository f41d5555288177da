import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ownerRoleId } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { auditorRoleId, type OperatorsWorld, operatorsWorld } from './operators-world.js';

const laterOn = '2199-01-01T00:00:00Z';
let world: OperatorsWorld;
let first: string;
beforeEach(async () => {
  world = await operatorsWorld(new ManualClock());
  first = `/keys/${(await world.call('GET', '/keys')).body._embedded.keys[0].id}`;
});
afterEach(async () => {
  await world.close();
});

const owners = statement(
  'test_owners',
  `
  select count(*)::int as count from (
    select id from api_keys where role_id = $1 and revoked_at is null union all select id from operators
      where role_id = $1 and not disabled) o`,
);

async function ownersLeft(): Promise<number> {
  return (
    await world.fresh.database.query<{ count: number }>(systemContext(everyOrganization, 'test'), owners, [ownerRoleId])
  )[0].count;
}

async function ownerFor(expiresAt: string | null): Promise<string> {
  return (await world.call('POST', '/keys', { body: { name: 'another', role_id: ownerRoleId, expires_at: expiresAt } }))
    .body.token;
}

test('the last owner key stays: invited or disabled operators and keys with an end do not replace it', async () => {
  const operator = { name: 'Jo', role_id: ownerRoleId };
  await world.call('POST', '/operators', { body: { ...operator, email: 'invited@example.com' } });
  await world.call('POST', '/operators', {
    body: { ...operator, email: 'disabled@example.com', password: 'correct horse battery', disabled: 1 },
  });
  await ownerFor(laterOn);
  const tries = [
    await world.call('DELETE', first),
    await world.call('PATCH', first, { body: { role_id: auditorRoleId } }),
    await world.call('PATCH', first, { body: { permissions: ['keys:write'] } }),
    await world.call('PATCH', first, { body: { expires_at: laterOn } }),
  ];
  for (const { status, body } of tries)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('the last owner')]);
  expect((await world.call('PATCH', first, { body: { name: 'Still an owner' } })).status).toBe(200);
  await ownerFor(null);
  expect((await world.call('DELETE', first)).status).toBe(204);
});

test('the last owner cannot be disabled, moved to another role or deleted', async () => {
  const token = await ownerFor(laterOn);
  const { id } = await world.operator('boss@example.com', ownerRoleId);
  expect((await world.call('DELETE', first, { token })).status).toBe(204);
  for (const body of [{ disabled: 1 }, { role_id: auditorRoleId }])
    expect((await world.call('PATCH', `/operators/${id}`, { body, token })).status).toBe(409);
  expect((await world.call('DELETE', `/operators/${id}`, { token })).status).toBe(409);
});

test('where there is an organization above, its owners act for the one beneath', async () => {
  const annex = await world.organization('Annex');
  const { body } = await world.call('GET', '/keys', { token: annex.token });
  expect((await world.call('DELETE', `/keys/${body._embedded.keys[0].id}`, { token: annex.token })).status).toBe(204);
});

test('of two owners who remove each other at the same time, one stays', async () => {
  const boss = await world.operator('boss@example.com', ownerRoleId);
  const answers = await Promise.all([
    world.call('DELETE', first, { token: boss.token }),
    world.call('DELETE', `/operators/${boss.id}`),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await ownersLeft()).toBe(1);
});
