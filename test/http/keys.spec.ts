import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FirstKey } from '../../src/console/keys/first-key.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { freshDatabase } from '../database/fresh-database.js';
import { type HttpWorld, httpWorld, ownerRoleId } from './http-world.js';

const clock = new ManualClock();
const auditorRoleId = '00000000-0000-7000-8000-000000000104';
let world: HttpWorld;
let other: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ clock });
  other = await httpWorld({ clock, shared: world });
});
afterAll(async () => {
  await other.close();
  await world.close();
});

describe('a new key', () => {
  test('shows its token once, works on every replica, and only its hash is stored', async () => {
    const made = await world.call('POST', '/keys', { body: { name: 'night desk', role_id: auditorRoleId } });
    expect(made.status).toBe(201);
    expect(made.body.token).toMatch(/^usher_[\w-]{43}$/);
    expect(made.body).toMatchObject({
      name: 'night desk',
      role_id: auditorRoleId,
      permissions: null,
      prefix: made.body.token.slice(0, 14),
      expires_at: null,
    });
    expect(made.headers.get('cache-control')).toBe('no-store');
    const read = await other.call('GET', `/keys/${made.body.id}`, { token: made.body.token });
    expect(read.status).toBe(200);
    expect(read.text).not.toContain(made.body.token);
    expect(Object.keys(read.body)).not.toContain('token');
    const [row] = await world.fresh.database.query<{ row: string }>(
      systemContext(everyOrganization, 'test'),
      { name: '', text: 'select to_jsonb(k)::text as row from api_keys k where id = $1' },
      [made.body.id],
    );
    expect(row.row).not.toContain(made.body.token.slice(14));
  });

  test('says who made it, for whoever asks what somebody who left has made', async () => {
    const [first] = (await world.call('GET', '/keys?filter[name]=First owner')).body._embedded.keys;
    expect(first).toMatchObject({ made_by_kind: null, made_by_id: null, made_by_name: null });
    const maker = await world.keyWith('keys:read', 'keys:write', 'users:read');
    const body = { name: 'by another key', permissions: ['users:read'] };
    const made = await world.call('POST', '/keys', { token: maker.token, body });
    const by = { made_by_kind: 'key', made_by_id: maker.id };
    expect(made.body).toMatchObject(by);
    await world.call('DELETE', `/keys/${maker.id}`);
    const found = await world.call('GET', `/keys?filter[made_by_id]=${maker.id}`);
    expect(found.body._embedded.keys).toMatchObject([{ id: made.body.id, ...by }]);
  });

  test.each([
    ['neither role nor permissions', {}, '#/role_id'],
    ['both', { role_id: auditorRoleId, permissions: ['users:read'] }, '#/permissions'],
    ['an unknown role', { role_id: '0190a0a0-0000-7000-8000-ffffffffffff' }, '#/role_id'],
    ['an end in the past', { permissions: [], expires_at: '2020-01-01T00:00:00Z' }, '#/expires_at'],
    ['an end without zone', { permissions: [], expires_at: '2030-01-01T00:00:00' }, '#/expires_at'],
    ['an unknown permission', { permissions: ['users:delete'] }, '#/permissions'],
    ['everything by star', { permissions: ['*'] }, '#/permissions'],
  ])('with %s is refused', async (_what, fields, pointer) => {
    const { status, body } = await world.call('POST', '/keys', { body: { name: 'x', ...fields } });
    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  test('is listed with paging and filter, without token', async () => {
    const { body } = await world.call('GET', '/keys?filter[name]=First owner');
    expect(body).toMatchObject({ total_items: 1, page: 1 });
    expect(body._embedded.keys[0]).toMatchObject({ role_id: ownerRoleId, prefix: world.token.slice(0, 4) });
  });
});

describe('nobody grants above their own', () => {
  let clerk: { id: string; token: string };
  beforeEach(async () => {
    clerk = await world.keyWith('keys:read', 'keys:write', 'roles:read', 'roles:write', 'users:read');
  });

  test('neither by permissions nor by a role', async () => {
    const more = await world.call('POST', '/keys', {
      token: clerk.token,
      body: { name: 'more', permissions: ['users:read', 'users:write'] },
    });
    expect(more.status).toBe(403);
    expect(more.body.detail).toBe('Nobody grants above their own permissions: the API key lacks users:write');
    expect(
      (await world.call('POST', '/keys', { token: clerk.token, body: { name: 'owner', role_id: ownerRoleId } })).status,
    ).toBe(403);
    expect(
      (await world.call('POST', '/keys', { token: clerk.token, body: { name: 'same', permissions: ['users:read'] } }))
        .status,
    ).toBe(201);
  });

  test("nor by raising one's own key, a role, or a stronger key's life", async () => {
    const raise = (path: string, body: object) => world.call('PATCH', path, { token: clerk.token, body });
    expect((await raise(`/keys/${clerk.id}`, { permissions: ['vouchers:write'] })).status).toBe(403);
    expect((await raise(`/keys/${clerk.id}`, { role_id: ownerRoleId })).status).toBe(403);
    const role = await world.call('POST', '/roles', {
      token: clerk.token,
      body: { name: `role of ${clerk.id}`, permissions: ['users:read'] },
    });
    expect((await raise(`/roles/${role.body.id}`, { permissions: ['users:write'] })).status).toBe(403);
    const strong = await world.keyWith('vouchers:write');
    expect((await raise(`/keys/${strong.id}`, { expires_at: null })).status).toBe(403);
  });
});

describe('the end of a key', () => {
  test('DELETE holds on every replica from the very next call', async () => {
    for (let round = 0; round < 15; round += 1) {
      const key = await world.keyWith('roles:read');
      expect((await other.call('GET', '/roles', { token: key.token })).status).toBe(200);
      expect((await world.call('DELETE', `/keys/${key.id}`)).status).toBe(204);
      const [there, here] = await Promise.all([
        other.call('GET', '/roles', { token: key.token }),
        world.call('GET', '/roles', { token: key.token }),
      ]);
      expect([there.status, here.status]).toEqual([401, 401]);
      expect((await world.call('GET', `/keys/${key.id}`)).status).toBe(404);
    }
  });

  test('so does a change of its permissions, of its role, and its expiry', async () => {
    const key = await world.keyWith('roles:read');
    await world.call('PATCH', `/keys/${key.id}`, { body: { permissions: ['keys:read'] } });
    expect((await other.call('GET', '/roles', { token: key.token })).status).toBe(403);

    const role = await world.call('POST', '/roles', { body: { name: 'changing', permissions: ['keys:read'] } });
    await world.call('PATCH', `/keys/${key.id}`, { body: { role_id: role.body.id } });
    expect((await other.call('GET', '/keys', { token: key.token })).status).toBe(200);
    await world.call('PATCH', `/roles/${role.body.id}`, { body: { permissions: ['roles:read'] } });
    expect((await other.call('GET', '/keys', { token: key.token })).status).toBe(403);

    await world.call('PATCH', `/keys/${key.id}`, {
      body: { expires_at: new Date(clock.milliseconds() + 10_000).toISOString() },
    });
    expect((await other.call('GET', '/roles', { token: key.token })).status).toBe(200);
    await clock.advance(11);
    expect((await other.call('GET', '/roles', { token: key.token })).status).toBe(401);
  });

  test('a revoked token cannot be brought back by a start with it', async () => {
    const token = 'another-owner-token-for-some-reason';
    const first = world.app.get(FirstKey);
    await first.bootstrap(token);
    const { body } = await world.call('GET', `/keys?filter[name]=First owner&sort=created_at:desc`, { token });
    await world.call('DELETE', `/keys/${body._embedded.keys[0].id}`);
    await first.bootstrap(token);
    expect((await world.call('GET', '/roles', { token })).status).toBe(401);
  });
});

test('the last use is noted beside the request, at most once a minute', async () => {
  const key = await world.keyWith('keys:read');
  const lastUsed = async (): Promise<string | null> => (await world.call('GET', `/keys/${key.id}`)).body.last_used_at;
  expect(await lastUsed()).toBeNull();
  await world.call('GET', '/keys', { token: key.token });
  await eventually('the use is noted', async () => (await lastUsed()) === clock.instant());
  const noted = clock.instant();
  await clock.advance(30);
  await world.call('GET', '/keys', { token: key.token });
  expect(await lastUsed()).toBe(noted);
  await clock.advance(31);
  await world.call('GET', '/keys', { token: key.token });
  await eventually('the later use is noted', async () => (await lastUsed()) === clock.instant());
});

test('processes that start together make one organization and one owner key', async () => {
  const fresh = await freshDatabase();
  const replicas = await Promise.all([1, 2, 3, 4].map(() => httpWorld({ shared: { ...world, fresh } })));
  const organizations = await Promise.all(replicas.map(({ app }) => app.get(FirstKey).bootstrap(world.token)));
  expect(new Set(organizations).size).toBe(1);
  const { body } = await replicas[0].call('GET', '/organizations');
  expect(body.total_items).toBe(1);
  expect((await replicas[3].call('GET', '/keys')).body.total_items).toBe(1);
  for (const replica of replicas) await replica.close();
  await fresh.close();
});
