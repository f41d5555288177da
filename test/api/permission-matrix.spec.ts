import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allPermissions } from '../../src/console/roles/permission-vocabulary.js';
import { laterBy } from '../../src/kernel/clock.js';
import { type Route, usherWorld, type UsherWorld } from './usher-world.js';

let world: UsherWorld;
let kept: readonly Route[];
let published: readonly Route[];
beforeAll(async () => {
  world = await usherWorld();
  kept = world.routes.filter(({ isPublic, isForEveryCaller }) => !isPublic && !isForEveryCaller);
  published = world.routes.filter(({ isPublic }) => isPublic);
});
afterAll(async () => {
  await world.close();
});

const nobody = '0190a0a0-0000-7000-8000-00000000dead';

/** A call that finds nothing, so that a key which may make it changes nothing. */
function pathOf({ path }: Route): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'resource' ? 'nothing' : nobody));
}

async function statusesWith(
  token: string | null,
  routes: readonly Route[],
  headers: Record<string, string> = {},
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    routes.map(async (route) => {
      const { status } = await world.ask(route.method, pathOf(route), {
        token,
        headers,
        body: route.method === 'GET' ? undefined : {},
      });
      return [`${route.method} ${route.path}`, status] as const;
    }),
  );
  return Object.fromEntries(answers);
}

function allowed(statuses: Record<string, number>): string[] {
  return Object.keys(statuses)
    .filter((route) => statuses[route] !== 403)
    .sort();
}

function namesOf(routes: readonly Route[]): string[] {
  return routes.map(({ method, path }) => `${method} ${path}`).sort();
}

test('every route declares a permission of the vocabulary, reading ones to read and writing ones to write', () => {
  for (const { method, path, permission } of kept.filter(({ isForOperators }) => !isForOperators)) {
    expect(allPermissions).toContain(permission);
    const isReading = method === 'GET' || /\/(preview|explain|impact|tasks)$/.test(path);
    expect(`${method} ${path} ${permission}`).toMatch(isReading ? /:read$/ : /:write$/);
  }
});

test('only health, metrics, portals, probes, revocation lists, vendor pushes and SCIM are open without a key', () => {
  expect(namesOf(published)).toEqual([
    'DELETE /console/session',
    'DELETE /scim/v2/{path}',
    'GET /canonical.html',
    'GET /capport/{slug}',
    'GET /captiveportal/generate_204',
    'GET /certificates/crl/{organization_id}/{authority_id}',
    'GET /check_network_status.txt',
    'GET /connecttest.txt',
    'GET /gen_204',
    'GET /generate_204',
    'GET /guest/s/{site}',
    'GET /healthz',
    'GET /hooks/{connection_id}',
    'GET /hooks/{connection_id}/{path}',
    'GET /hotspot-detect.html',
    'GET /kindle-wifi/wifistub.html',
    'GET /library/test/success.html',
    'GET /metrics',
    'GET /ncsi.txt',
    'GET /p/{slug}',
    'GET /p/{slug}/again',
    'GET /p/{slug}/cancel',
    'GET /p/{slug}/code',
    'GET /p/{slug}/confirm/{link}',
    'GET /p/{slug}/connecting',
    'GET /p/{slug}/go/{code}',
    'GET /p/{slug}/minutes',
    'GET /p/{slug}/pay',
    'GET /p/{slug}/pictures/{hash}',
    'GET /p/{slug}/price',
    'GET /p/{slug}/status',
    'GET /p/{slug}/terms',
    'GET /p/{slug}/tiers',
    'GET /p/{slug}/wait',
    'GET /p/{slug}/{maker}',
    'GET /readyz',
    'GET /redirect',
    'GET /scim/v2/{path}',
    'GET /sessions/providers',
    'GET /sign-in/callback',
    'GET /sign-in/saml/{organization}/{provider}',
    'GET /sign-in/{organization}/{provider}',
    'GET /success.txt',
    'PATCH /scim/v2/{path}',
    'POST /console/session',
    'POST /console/session/directory',
    'POST /console/session/provider',
    'POST /first-operator',
    'POST /hooks/apps/{connector}',
    'POST /hooks/apps/{connector}/{path}',
    'POST /hooks/payments/{provider_id}',
    'POST /hooks/{connection_id}',
    'POST /hooks/{connection_id}/{path}',
    'POST /invitations/accept',
    'POST /p/{slug}',
    'POST /p/{slug}/cancel',
    'POST /p/{slug}/code',
    'POST /p/{slug}/confirm/{link}',
    'POST /p/{slug}/opennds/ended',
    'POST /p/{slug}/pay',
    'POST /p/{slug}/status',
    'POST /p/{slug}/terms',
    'POST /p/{slug}/tiers',
    'POST /p/{slug}/{maker}',
    'POST /password-resets',
    'POST /password-resets/accept',
    'POST /scim/v2/{path}',
    'POST /sessions',
    'POST /sessions/directory',
    'POST /sessions/passkey',
    'POST /sessions/passkey/options',
    'POST /sessions/provider',
    'POST /sign-in/saml/{organization}/{provider}/answer',
    'PUT /scim/v2/{path}',
  ]);
});

test('only what asks for permissions by itself is open to every key', () => {
  expect(namesOf(world.routes.filter(({ isForEveryCaller }) => isForEveryCaller))).toEqual([
    'GET /live',
    'GET /overview',
    'GET /setup',
  ]);
});

describe('a key with one permission', () => {
  test.each(allPermissions.map((permission) => [permission]))(
    '%s may call the routes that declare it, and no others',
    async (permission) => {
      const { token } = await world.keyWith([permission]);
      const statuses = await statusesWith(token, kept);
      expect(allowed(statuses)).toEqual(namesOf(kept.filter((route) => route.permission === permission)));
      for (const status of Object.values(statuses)) expect([200, 201, 400, 403, 404, 409, 422]).toContain(status);
    },
  );

  test('none may call nothing, and is told which one is missing', async () => {
    const { token } = await world.keyWith([]);
    expect(allowed(await statusesWith(token, kept))).toEqual([]);
    for (const route of kept.filter(({ isForOperators }) => !isForOperators)) {
      const { body } = await world.ask(route.method, pathOf(route), { token });
      expect(body).toMatchObject({
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: `The API key lacks the permission ${route.permission}`,
      });
    }
  });
});

describe('permissions that only show inside', () => {
  test.each(['users', 'user-groups', 'vouchers'])(
    'bulk %s also needs the permission to write them',
    async (resource) => {
      const bulk = await world.keyWith(['bulk:write']);
      const both = await world.keyWith(['bulk:write', `${resource}:write`]);
      for (const path of [`/bulk/${resource}`, `/bulk/${resource}/async`]) {
        expect((await world.ask('POST', path, { body: { operations: [] }, token: bulk.token })).body).toMatchObject({
          status: 403,
          detail: `The API key lacks the permission ${resource}:write`,
        });
        expect((await world.ask('POST', path, { body: { operations: [] }, token: both.token })).status).toBe(422);
      }
    },
  );

  test('attributes of groups also need the permission for groups', async () => {
    const { token } = await world.keyWith(['users:read', 'users:write']);
    const body = { userid: nobody, table: 'radgroupreply', attribute: 'Class', value: 'x' };
    expect((await world.ask('GET', `/attributes?table=radgroupreply&userid=${nobody}`, { token })).status).toBe(403);
    expect((await world.ask('POST', '/attributes', { body, token })).status).toBe(403);
    expect((await world.ask('DELETE', `/attributes/${nobody}?table=radgroupcheck`, { token })).status).toBe(403);
  });

  test('nobody grants above their own, by key or by role', async () => {
    const { token } = await world.keyWith(['keys:write', 'roles:write', 'users:read']);
    const wanted = { permissions: ['users:write'] };
    for (const [path, body] of [
      ['/keys', { name: 'x', ...wanted }],
      ['/roles', { name: 'x', ...wanted }],
      ['/keys', { name: 'x', role_id: '00000000-0000-7000-8000-000000000101' }],
    ] as const) {
      expect((await world.ask('POST', path, { body, token })).status).toBe(403);
    }
    const own = await world.keyWith(['users:read']);
    expect((await world.ask('PATCH', `/keys/${own.id}`, { body: wanted, token })).status).toBe(403);
  });
});

describe('without a key that counts', () => {
  const expired = async () => {
    const { id, token } = await world.keyWith(['users:read']);
    await world.sql('update api_keys set expires_at = $2 where id = $1', [id, laterBy(new Date().toISOString(), -1)]);
    return token;
  };
  const revoked = async () => {
    const { id, token } = await world.keyWith(['users:read']);
    await world.made(204, 'DELETE', `/keys/${id}`);
    return token;
  };

  test.each<[string, () => Promise<string | null>]>([
    ['none', async () => null],
    ['an unknown one', async () => 'usher_00000000000000000000000000000000'],
    ['an expired one', expired],
    ['a revoked one', revoked],
    ['one that is too long', async () => 'x'.repeat(600)],
    ['one with a quote', async () => "' or 1=1 --"],
  ])('%s: 401 everywhere', async (_what, tokenOf) => {
    const token = await tokenOf();
    const statuses = await statusesWith(token, kept);
    expect(new Set(Object.values(statuses))).toEqual(new Set([401]));
    expect(
      new Set(Object.values(await statusesWith(token, kept, { 'x-organization-id': world.organizationId }))),
    ).toEqual(new Set([401]));
  });

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'bearer', 'Token abc', 'Bearer a b'])(
    '"%s" is no key',
    async (authorization) => {
      const { status, headers } = await world.ask('GET', '/users', { token: null, headers: { authorization } });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(/^Bearer realm="usher"/);
    },
  );

  test('an unknown, an expired and a revoked key are answered alike', async () => {
    const answers = await Promise.all(
      [Promise.resolve('usher_unknown_0000000000000000000000'), expired(), revoked()].map(async (token) => {
        const { status, body, headers } = await world.ask('GET', '/users', { token: await token });
        return { status, body, authenticate: headers['www-authenticate'] };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('what is there and what is not are answered alike', async () => {
    const user = (await world.made(201, 'POST', '/users', { body: { username: 'anna' } })).id;
    const connection = (
      await world.made(201, 'POST', '/connections', {
        body: { name: 'x', connector: 'mews', secrets: { client_token: 'a', access_token: 'b' } },
      })
    ).id;
    const { token: lacking } = await world.keyWith([]);
    for (const token of [null, 'usher_unknown_0000000000000000000000', lacking]) {
      for (const [there, not] of [
        [`/users/${user}`, `/users/${nobody}`],
        [`/connections/${connection}/runs`, `/connections/${nobody}/runs`],
        ['/users?filter[username]=anna', '/users?filter[username]=berta'],
      ]) {
        const [one, other] = await Promise.all([there, not].map((path) => world.ask('GET', path, { token })));
        expect({ ...one.body, instance: '' }).toEqual({ ...other.body, instance: '' });
        expect(Object.keys(one.headers)).toEqual(Object.keys(other.headers));
      }
    }
  });

  test('a key of another organization does not learn whether an organization exists', async () => {
    const { token } = await world.organization('Hotel Bergblick');
    const [real, made] = await Promise.all(
      [world.organizationId, nobody].map((id) =>
        world.ask('GET', '/users', { token, headers: { 'x-organization-id': id } }),
      ),
    );
    expect(real.status).toBe(403);
    expect({ ...made.body, detail: '' }).toEqual({ ...real.body, detail: '' });
    expect(made.body.detail.replace(nobody, world.organizationId)).toBe(real.body.detail);
  });
});
