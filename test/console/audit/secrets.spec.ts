import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { furnished, type Furnished } from '../../api/one-of-everything.js';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';

let world: UsherWorld;
let house: Furnished;
beforeAll(async () => {
  world = await usherWorld();
  house = await furnished(world, 'Hotel', 'quiet');
});
afterAll(async () => {
  await world.close();
});

const call = (status: number, method: string, path: string, body?: object, token = house.token) =>
  world.made(status, method, path, { body, token });

/** All that the audit says, of every organization, in lower case. */
async function everythingTold(): Promise<string> {
  const rows = await world.sql<{ told: string }>('select to_jsonb(e)::text as told from audit_entries e');
  return rows
    .map(({ told }) => told)
    .join('\n')
    .toLowerCase();
}

/** The secret itself, and the forms in which it is kept or may slip through. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')].map((form) =>
    form.toLowerCase(),
  );
}

test('no secret of any resource is recorded, whether given or generated, first or changed', async () => {
  const { ids } = house;
  const given: string[] = [];
  const secret = (name: string) => {
    given.push(`S3cret-${name}-value-0123`);
    return `S3cret-${name}-value-0123`;
  };
  const shown: string[] = [];

  await call(200, 'PATCH', `/users/${ids.user}`, { password: secret('user') });
  await call(200, 'POST', '/bulk/users', {
    operations: [
      { op: 'update', id: ids.user, data: { password: secret('bulk') } },
      { op: 'create', data: { username: 'x', password: secret('bulk-create') } },
    ],
  });
  await call(202, 'POST', '/bulk/users/async', {
    operations: [{ op: 'update', id: ids.user, data: { password: secret('bulk-job') } }],
  });
  await call(201, 'POST', '/attributes', {
    userid: ids.user,
    table: 'radcheck',
    attribute: 'Cleartext-Password',
    value: secret('attribute'),
  });
  await call(201, 'POST', '/attributes', {
    userid: ids.user,
    table: 'radreply',
    attribute: 'Tunnel-Password',
    value: secret('tunnel'),
  });
  shown.push(
    ...(await call(201, 'POST', '/vouchers', { table_id: ids.group, count: 3 }))._embedded.vouchers.map(
      ({ code }: { code: string }) => code,
    ),
  );
  shown.push((await call(201, 'POST', '/keys', { name: 'desk', permissions: ['users:read'] })).token);
  await call(200, 'PATCH', `/radius-servers/${ids.radiusServer}`, { secret: secret('radius') });
  await call(200, 'PATCH', `/networks/${ids.network}`, {
    clients: [{ address: '198.19.7.0/24', short_name: 'lobby', secret: secret('client') }],
  });
  const oidc = { issuer: 'https://login.example.com', client_id: 'c', client_secret: secret('oidc') };
  await call(200, 'PATCH', `/authentication-providers/${ids.provider}`, { settings: oidc });
  await call(201, 'POST', '/authentication-providers', {
    name: 'l',
    type: 'ldap',
    settings: {
      url: 'ldaps://ldap.example.com',
      base_dn: 'dc=x',
      bind_dn: 'cn=x',
      bind_password: secret('ldap'),
      user_filter: '(uid={username})',
    },
  });
  shown.push(
    (await call(201, 'POST', '/webhooks', { url: 'https://hooks.example.com/y', events: ['auth.failed'] })).secret,
  );
  shown.push((await call(200, 'POST', `/webhooks/${ids.webhook}/rotate-secret`, {})).secret);
  const target = { console: 'remote', base_url: 'http://127.0.0.1:1/v1', token: secret('remote') };
  await call(200, 'PATCH', `/connections/${ids.connection}`, {
    secrets: {
      client_token: secret('mews-client'),
      access_token: secret('mews-access'),
      webhook_token: secret('mews-hook'),
    },
  });
  await call(201, 'POST', '/connections', {
    name: 'other',
    connector: 'mews',
    settings: { base_url: 'http://127.0.0.1:1' },
    secrets: { client_token: secret('a'), access_token: secret('b'), webhook_token: secret('webhook-token') },
    target,
    enabled: false,
  });
  await call(200, 'PATCH', `/operators/${ids.operator}`, { password: secret('operator') });
  const invited = await call(201, 'POST', '/operators', { email: 'invited@example.com', name: 'I', role_id: ids.role });
  shown.push(invited.invitation_token);
  const { token } = await call(
    201,
    'POST',
    '/sessions',
    { email: 'quiet@example.com', password: given.at(-1), organization_id: house.organizationId },
    undefined,
  );
  shown.push(token);
  const totp = await call(201, 'POST', '/sessions/current/totp', { password: given.at(-1) }, token);
  shown.push(totp.secret);
  shown.push((await call(201, 'POST', '/certificates', { user_id: ids.user })).pkcs12_password);

  const told = await everythingTold();
  expect(shown.every((each) => typeof each === 'string' && each.length > 5)).toBe(true);
  const leaked = [...given, ...shown].filter((each) => formsOf(each).some((form) => told.includes(form)));
  expect(leaked).toEqual([]);
  expect(told).not.toMatch(/s3cret|begin (rsa |ec )?private key|whsec_|v1\.[0-9a-f]{8}\./);
});

test('a changed secret is recorded as changed', async () => {
  const changed = await world.sql<{ resource: string; fields: string[] }>(`
    select resource, array_agg(distinct field order by field) as fields from audit_entries, jsonb_each_text(after)
      as t (field, value) where value = '(changed)' group by 1 order by 1`);
  expect(changed).toEqual([
    { resource: 'authentication-providers', fields: ['secret_settings'] },
    { resource: 'connections', fields: ['secrets'] },
    { resource: 'operators', fields: ['password'] },
    { resource: 'radius-servers', fields: ['secret'] },
    { resource: 'users', fields: ['password'] },
    { resource: 'webhooks', fields: ['secret'] },
  ]);
});
