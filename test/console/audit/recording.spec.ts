import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sealer } from '../../../src/console/audit/chain/sealer.js';
import type { JsonBody } from '../../http/http-world.js';
import { furnished, type Furnished } from '../../api/one-of-everything.js';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';

let world: UsherWorld;
let house: Furnished;
beforeAll(async () => {
  world = await usherWorld();
  house = await furnished(world, 'Hotel', 'lindenmark');
});
afterAll(async () => {
  await world.close();
});

const call = (status: number, method: string, path: string, body?: object) =>
  world.made(status, method, path, { body, token: house.token });
const historyOf = async (id: string): Promise<JsonBody[]> =>
  (await call(200, 'GET', `/audit?filter[resource_id]=${id}&page_size=100`))._embedded.audit;

test('creations, changes and deletions are recorded with who, before and after', async () => {
  const { id } = await call(201, 'POST', '/users', {
    username: 'leaver@example.com',
    password: 'autumn leaves',
    table_id: house.ids.group,
  });
  const { headers } = await world.ask('PATCH', `/users/${id}`, {
    body: { disabled: 1, valid_until: '2026-05-16T11:00:00+02:00' },
    token: house.token,
    headers: { 'x-request-id': 'the-hr-system-1' },
  });
  await call(200, 'PATCH', `/users/${id}`, { password: 'another password', table_id: null });
  await call(204, 'DELETE', `/users/${id}`);
  expect(headers['x-request-id']).toBe('the-hr-system-1');

  const history = await historyOf(id);
  expect(history.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    {
      action: 'delete',
      before: {
        username: 'leaver@example.com',
        disabled: true,
        valid_until: '2026-05-16T09:00:00.000Z',
        password: '(set)',
      },
      after: null,
    },
    {
      action: 'update',
      before: { password: '(set)', table_id: house.ids.group },
      after: { password: '(changed)', table_id: null },
    },
    {
      action: 'update',
      before: { disabled: false, valid_until: null },
      after: { disabled: true, valid_until: '2026-05-16T09:00:00.000Z' },
    },
    {
      action: 'create',
      before: null,
      after: { username: 'leaver@example.com', disabled: false, table_id: house.ids.group, password: '(set)' },
    },
  ]);
  expect(history[2]).toMatchObject({
    actor_kind: 'key',
    actor_name: 'owner of Hotel lindenmark',
    request_id: 'the-hr-system-1',
    resource: 'users',
    label: 'leaver@example.com',
  });
  expect(await call(200, 'GET', `/audit/${history[0].id}`)).toMatchObject(history[0]);
});

test('a change that changes nothing is no entry', async () => {
  const before = await historyOf(house.ids.user);
  await call(200, 'PATCH', `/users/${house.ids.user}`, { comment: house.mark });
  expect(await historyOf(house.ids.user)).toEqual(before);
});

test('a bulk call is recorded row by row, under its caller', async () => {
  const operations = Array.from({ length: 500 }, (_, n) => ({
    op: 'create',
    data: { username: `many-${n}`, password: `secret of ${n}` },
  }));
  const { results } = await call(200, 'POST', '/bulk/users', { operations });
  await call(200, 'POST', '/bulk/users', {
    operations: results.map(({ id }: JsonBody) => ({ op: 'update', id, data: { disabled: 1 } })),
  });
  const changed = await call(
    200,
    'GET',
    `/audit?filter[action]=update&filter[resource]=users&filter[label][like]=many-%25&page_size=100`,
  );
  expect(changed.total_items).toBe(500);
  expect(changed._embedded.audit[0]).toMatchObject({
    actor_name: 'owner of Hotel lindenmark',
    before: { disabled: false },
    after: { disabled: true },
  });
});

test('lists by time, actor, action and resource; the latest first', async () => {
  const all = await call(200, 'GET', '/audit?page_size=100');
  const entries: JsonBody[] = all._embedded.audit;
  expect(entries.map(({ id }) => id)).toEqual(
    entries
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  const [first, last] = [entries[40].at, entries[10].at];
  const within = await call(
    200,
    'GET',
    `/audit?filter[at][gte]=${first}&filter[at][lte]=${last}&page_size=100&sort=at:asc`,
  );
  const [{ count }] = await world.sql<{ count: number }>(
    'select count(*)::int as count from audit_entries where organization_id = $1 and at between $2 and $3',
    [house.organizationId, first, last],
  );
  expect(within.total_items).toBe(count);
  const [{ kept }] = await world.sql<{ kept: number }>(
    'select count(*)::int as kept from audit_entries where organization_id = $1',
    [house.organizationId],
  );
  expect(all.total_items).toBe(kept);
  for (const filter of [
    'filter[actor_kind]=key',
    'filter[resource]=networks',
    'filter[action]=sign_in',
    `filter[actor_id]=${entries[0].actor_id}`,
  ]) {
    expect([filter, (await call(200, 'GET', `/audit?${filter}`)).total_items]).not.toEqual([filter, 0]);
  }
});

test('every kind of record has come into the audit', async () => {
  const resources = await world.sql<{ resource: string }>('select distinct resource from audit_entries order by 1');
  expect(resources.map(({ resource }) => resource)).toEqual([
    'alertcontacts',
    'attributes',
    'authentication-providers',
    'bulk',
    'captive-portals',
    'certificate-authorities',
    'certificates',
    'connection-privacy',
    'connection-tokens',
    'connections',
    'delivery-settings',
    'devices',
    'erasures',
    'gateways',
    'keys',
    'linked-accounts',
    'network-clients',
    'networks',
    'operators',
    'organizations',
    'payment-providers',
    'policies',
    'profiles',
    'radius-servers',
    'registrations',
    'report-schedules',
    'roles',
    'user-groups',
    'users',
    'voucher-presets',
    'vouchers',
    'webhooks',
  ]);
});

test('an organization that a partner makes and changes is recorded in both audits', async () => {
  const { id } = await call(201, 'POST', '/organizations', { name: 'Seehaus' });
  await call(200, 'PATCH', `/organizations/${id}`, { disabled: 1 });
  expect((await historyOf(id)).map(({ action }) => action)).toEqual(['update', 'create']);
  const own = await world.sql<{ action: string }>(
    'select action from audit_entries where organization_id = $1 order by id',
    [id],
  );
  expect(own.map(({ action }) => action)).toEqual(['create', 'update']);
});

test('a change in the database itself has the login as its actor', async () => {
  await world.fresh.dataSource.query(
    `begin; set local usher.organization_id = '${house.organizationId}'; 
      update user_groups set comment = 'by hand'; commit`,
  );
  expect((await historyOf(house.ids.group))[0]).toMatchObject({
    actor_kind: 'database',
    actor_id: null,
    after: { comment: 'by hand' },
  });
});

test('what the engine writes for a connection has the connection as its actor', async () => {
  await world.sql('update users set source_connection_id = $2, disabled = true where id = $1', [
    house.ids.user,
    house.ids.connection,
  ]);
  expect((await historyOf(house.ids.user))[0]).toMatchObject({
    actor_kind: 'connection',
    actor_id: house.ids.connection,
    after: { disabled: true, source: house.ids.connection },
  });
});

test('signing in, failing to, and signing out', async () => {
  const email = `${house.mark}@example.com`;
  const signIn = (password: string) =>
    world.ask('POST', '/sessions', { body: { email, password, organization_id: house.organizationId }, token: null });
  expect((await signIn('a wrong password')).status).toBe(401);
  const { token } = (await signIn('correct horse battery')).body;
  expect((await world.ask('DELETE', '/sessions/current', { token })).status).toBe(204);
  for (let n = 0; n < 12; n += 1) await signIn('a wrong password');
  const told = (await historyOf(house.ids.operator)).filter(({ action }) => action.startsWith('sign_'));
  expect(told.slice(-4).map(({ action, actor_kind: who, after }) => [action, who, after?.wrong])).toEqual([
    ['sign_out', 'operator', undefined],
    ['sign_in', 'operator', undefined],
    ['sign_in_failed', 'nobody', 'password'],
    ['sign_in', 'operator', undefined],
  ]);
  expect(told[0]).toMatchObject({ action: 'sign_in_locked', label: email, after: { from: '127.0.0.1' } });
  expect(told.filter(({ action }) => action === 'sign_in_locked')).toHaveLength(1);
});

test("a try with an address that nobody has is in no tenant's audit", async () => {
  await world.ask('POST', '/sessions', {
    body: { email: 'unknown@example.com', password: 'whatever it is' },
    token: null,
  });
  const found = await world.sql<{ organization_id: string; told: string }>(
    "select organization_id, to_jsonb(e)::text as told from audit_entries e where action like 'sign_in_%' " +
      'and resource_id is null',
  );
  expect(new Set(found.map((each) => each.organization_id))).toEqual(new Set(['00000000-0000-7000-8000-000000000000']));
  expect(JSON.stringify(found)).not.toContain('unknown@example.com');
});

test('a role without audit:read reads nothing of it', async () => {
  const { token } = await world.keyWith(['users:read', 'reports:read'], house.organizationId);
  for (const path of ['/audit', '/audit/verify', `/audit/${house.ids.user}`])
    expect([path, (await world.ask('GET', path, { token })).status]).toEqual([path, 403]);
});

test('as a report, in pages and as CSV', async () => {
  const {
    _embedded: { rows },
    total_items: total,
  } = await call(
    200,
    'GET',
    '/reports/122?columns=at,who,action,resource,record,before,after&page_size=5' +
      `&filter[resource]=users&filter[action]=update`,
  );
  expect(total).toBeGreaterThan(500);
  expect(rows[0]).toMatchObject({ action: 'update', resource: 'users', before: expect.stringContaining('disabled') });
  const csv = await world.ask('GET', '/reports/122?format=csv&columns=time,actor,action,label', { token: house.token });
  expect(csv.status).toBe(200);
  expect(csv.text).toContain('owner of Hotel lindenmark,delete,leaver@example.com');
  const downloads = await call(200, 'GET', '/audit?filter[action]=download');
  expect(downloads._embedded.audit).toMatchObject([
    { resource: 'reports', label: '122', actor_kind: 'key', after: { format: 'csv' } },
  ]);
});

test('the whole of it verifies, over the API, with a head noted before', async () => {
  await world.app.get(Sealer, { strict: false }).round();
  const verified = await call(200, 'GET', '/audit/verify');
  expect(verified).toMatchObject({ ok: true, broken: null, dropped: { entries: 0, until_at: null } });
  const noted = `${verified.head.number}:${verified.head.hash}`;
  expect((await call(200, 'GET', `/audit/verify?noted=${noted}`)).ok).toBe(true);
  expect(
    (await call(200, 'GET', `/audit/verify?noted=${verified.head.number}:${'0'.repeat(64)}`)).broken,
  ).toMatchObject({ reason: 'block_changed', block: verified.head.number });
  await call(400, 'GET', '/audit/verify?noted=nonsense');
});
