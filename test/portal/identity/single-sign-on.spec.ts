import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.js';
import { OperatorVisits, roles } from './operator-visits.js';
import { freePort } from './slapd.js';

const password = 'correct horse battery staple';
const names = ['olga', 'adam', 'rita', 'aude', 'ivan'];
const people = Object.fromEntries(names.map((name) => [name, { email: `${name}@example.com`, email_verified: true }]));
const emailOf = (name: string) => `${name}@example.com`;

let world: UsherWorld;
let visits: OperatorVisits;
let openid: OpenIdProvider;
let provider: string;
let totp: TOTP;
const ids: Record<string, string> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  visits = new OperatorVisits(world);
  openid = await startOpenIdProvider(await freePort(), `http://127.0.0.1:${world.port}/sign-in/callback`, { people });
  provider = await record('Company');
  for (const [name, role_id] of [
    ['olga', roles.owner],
    ['adam', roles.administrator],
    ['rita', roles.reception],
    ['aude', roles.auditor],
  ])
    ids[name] = await operator(name, role_id);
});
afterAll(async () => {
  await openid?.stop();
  await world.close();
});

async function record(name: string, more: object = {}): Promise<string> {
  const settings = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
  const body = { name, type: 'oidc', use: 'operators', settings, ...more };
  return (await world.made(201, 'POST', '/authentication-providers', { body })).id;
}
const operator = async (name: string, role_id: string, more: object = { password }): Promise<string> =>
  (await world.made(201, 'POST', '/operators', { body: { email: emailOf(name), name, role_id, ...more } })).id;
const byPassword = (name: string, more: object = {}) =>
  world.ask('POST', '/sessions', { token: null, body: { email: emailOf(name), password, ...more } });
const isOpen = async (token: string) => (await world.ask('GET', '/sessions/current', { token })).status === 200;
const requires = (on: 0 | 1, id = world.organizationId) =>
  world.ask('PATCH', `/organizations/${id}`, { body: { single_sign_on_required: on } });
const provide = (method: 'PATCH' | 'DELETE', body?: object, id = provider) =>
  world.ask(method, `/authentication-providers/${id}`, { body });

test('cannot be required before somebody who could mend it has signed in by a provider as it is now', async () => {
  const unproven = expect.stringContaining('sign in once by a provider for operators');
  const refused = async () => {
    const { status, body } = await requires(1);
    return [status, body.detail];
  };
  expect(await refused()).toEqual([409, unproven]);
  expect((await visits.byOpenId(provider, 'aude')).status).toBe(201);
  expect(await refused()).toEqual([409, unproven]);
  expect((await visits.byOpenId(provider, 'adam')).status).toBe(201);
  // Proven, and yet nobody would come in if the provider failed.
  expect(await refused()).toEqual([409, expect.stringContaining('let an owner with a password switch on codes')]);
  await world.made(200, 'PATCH', `/authentication-providers/${provider}`, { body: { name: 'Our company' } });
  expect(await refused()).toEqual([409, unproven]);
  const body = { name: 'Somewhere', single_sign_on_required: 1 };
  expect((await world.ask('POST', '/organizations', { body })).status).toBe(422);
});

test('once required, sessions of others that no provider opened end, and the rest go on', async () => {
  const token = (tokens.olga = (await byPassword('olga')).body.token);
  const { secret } = await world.made(201, 'POST', '/sessions/current/totp', { token, body: { password } });
  totp = new TOTP({ secret });
  await world.made(200, 'POST', '/sessions/current/totp/confirm', { token, body: { totp: totp.generate() } });
  for (const name of ['rita', 'aude']) tokens[name] = (await byPassword(name)).body.token;
  tokens.adam = (await visits.byOpenId(provider, 'adam')).body.token;
  const key = await world.keyWith(['users:read']);
  const { body: link } = await world.ask('POST', '/sessions/current/link', { token: tokens.rita, body: { password } });
  const { status, body } = await requires(1);
  expect([status, body.single_sign_on_required]).toEqual([200, 1]);
  const open = await Promise.all(['olga', 'adam', 'rita', 'aude'].map((name) => isOpen(tokens[name])));
  expect(open).toEqual([true, true, false, false]);
  expect((await world.ask('GET', '/users', { token: key.token })).status).toBe(200);
  const rows = await world.sql<{ by: string }>('select opened_by as by from operator_sessions order by created_at');
  expect(rows.map(({ by }) => by)).not.toContain('link');
  // A link of before leads nowhere, too.
  const page = { origin: `http://127.0.0.1:${world.port}` };
  const linked = await world.ask('POST', '/console/session', {
    token: null,
    headers: page,
    body: { link: link.token },
  });
  expect([linked.status, linked.body.single_sign_on_required]).toEqual([403, true]);
  const [entry] = await world.sql<{ after: object }>(
    `select after from audit_entries where resource = 'organizations' and action = 'update' order by id desc limit 1`,
  );
  expect(entry.after).toMatchObject({ single_sign_on_required: true });
});

test('a right password is refused with whose providers to use; a wrong one as that of a stranger', async () => {
  const right = await byPassword('rita');
  expect([right.status, right.body]).toMatchObject([
    403,
    { single_sign_on_required: true, organization_id: world.organizationId },
  ]);
  expect(right.body.detail).toContain('sign in with its provider');
  const [wrong, stranger] = await Promise.all([
    byPassword('rita', { password: 'a wrong phrase of hers' }),
    byPassword('nobody', { password: 'a wrong phrase of hers' }),
  ]);
  expect([wrong.status, wrong.body]).toEqual([401, stranger.body]);
  const [entry] = await world.sql<{ after: object }>(
    `select after from audit_entries where action = 'sign_in_failed' and resource_id = $1
       and after ->> 'wrong' = 'not_by_provider' limit 1`,
    [ids.rita],
  );
  expect(entry.after).toMatchObject({ wrong: 'not_by_provider' });
  const { body: offered } = await world.ask('GET', `/sessions/providers?organization_id=${world.organizationId}`, {
    token: null,
  });
  expect(offered).toMatchObject({ single_sign_on_required: 1, providers: [{ id: provider }] });
  const unknown = '0190a0a0-0000-7000-8000-00000000dead';
  const { body: none } = await world.ask('GET', `/sessions/providers?organization_id=${unknown}`, { token: null });
  expect(none).toMatchObject({ single_sign_on_required: 0, providers: [] });
});

test('an owner comes in by a password and a code, in the audit and told to the alert contacts', async () => {
  expect((await byPassword('olga')).body.totp_required).toBe(true);
  const code = totp.generate({ timestamp: Date.now() + 30_000 });
  expect((await byPassword('olga', { totp: code })).status).toBe(201);
  const [entry] = await world.sql<{ after: object }>(
    `select after from audit_entries where action = 'sign_in' order by id desc limit 1`,
  );
  expect(entry.after).toMatchObject({ emergency: true });
  const alerts = (await world.made(200, 'GET', '/alerts'))._embedded.alerts;
  expect(alerts).toMatchObject([{ event: 'operator.emergency_sign_in', subject: { id: ids.olga, name: 'olga' } }]);
  // An owner without codes does not.
  await operator('oskar', roles.owner);
  const { status, body } = await byPassword('oskar');
  expect([status, body.detail]).toEqual([403, expect.stringContaining('codes of an authenticator app')]);
});

test('neither the last provider nor the last owner who could do without goes', async () => {
  const last = expect.stringContaining('this is its last provider for operators');
  for (const refused of [
    await provide('PATCH', { disabled: 1 }),
    await provide('PATCH', { use: 'guests' }),
    await provide('DELETE'),
  ])
    expect([refused.status, refused.body.detail]).toEqual([409, last]);
  const second = await record('Second');
  expect((await provide('PATCH', { disabled: 1 })).status).toBe(200);
  expect((await provide('DELETE', undefined, second)).status).toBe(409);
  expect((await provide('PATCH', { disabled: 0 })).status).toBe(200);
  expect((await provide('DELETE', undefined, second)).status).toBe(204);
  const none = expect.stringContaining('No owner could sign in if the provider failed');
  const change = (body: object) => world.ask('PATCH', `/operators/${ids.olga}`, { body });
  for (const refused of [
    await change({ totp: 0 }),
    await change({ disabled: 1 }),
    await change({ role_id: roles.auditor }),
    await world.ask('DELETE', `/operators/${ids.olga}`),
  ])
    expect([refused.status, refused.body.detail]).toEqual([409, none]);
  expect(await isOpen(tokens.olga)).toBe(true);
});

test('operators other than owners get no password, by an administrator, an invitation or themselves', async () => {
  const given = { body: { email: emailOf('new'), name: 'New', role_id: roles.reception, password } };
  expect((await world.ask('POST', '/operators', given)).body.errors).toMatchObject([{ pointer: '#/password' }]);
  const change = (name: string) =>
    world.ask('PATCH', `/operators/${ids[name]}`, { body: { password: 'another good phrase' } });
  expect((await change('rita')).status).toBe(422);
  const invite = async (name: string, role: string) => {
    const body = { email: emailOf(name), name, role_id: role };
    const { invitation_token: token } = await world.made(201, 'POST', '/operators', { body });
    return world.ask('POST', '/invitations/accept', { token: null, body: { token, password } });
  };
  const refused = await invite('ivan', roles.reception);
  expect([refused.status, refused.body.single_sign_on_required]).toEqual([403, true]);
  expect((await invite('otto', roles.owner)).status).toBe(200);
  expect((await visits.byOpenId(provider, 'ivan')).status).toBe(201);
  const own = await world.ask('POST', '/sessions/current/link', { token: tokens.adam, body: { password } });
  expect([own.status, own.body.single_sign_on_required]).toEqual([403, true]);
});

test('who is an owner no longer loses the session that a password opened', async () => {
  const { body } = await byPassword('olga', { totp: '000000' });
  expect(body.totp_required).toBe(true);
  const owner = await operator('owen', roles.owner);
  // As if opened before single sign-on was required.
  await world.made(200, 'PATCH', `/organizations/${world.organizationId}`, { body: { single_sign_on_required: 0 } });
  const { token } = (await byPassword('owen')).body;
  await visits.byOpenId(provider, 'adam');
  expect((await requires(1)).status).toBe(200);
  expect(await isOpen(token)).toBe(true);
  await world.made(200, 'PATCH', `/operators/${owner}`, { body: { role_id: roles.administrator } });
  expect(await isOpen(token)).toBe(false);
});

test('the rule of the organization that an operator belongs to holds, wherever the operator acts', async () => {
  const hotel = await world.organization('Hotel below');
  const headers = { 'x-organization-id': hotel.id };
  const body = { email: emailOf('hanna'), name: 'Hanna', role_id: roles.reception, password };
  await world.made(201, 'POST', '/operators', { headers, body });
  expect((await byPassword('hanna')).status).toBe(201);
  // The same address in both: the operator whom a password lets in is meant, unless the other one is named.
  const both = { email: emailOf('rita'), name: 'Rita', role_id: roles.reception, password };
  const { id: there } = await world.made(201, 'POST', '/operators', { headers, body: both });
  expect((await byPassword('rita')).body.operator.id).toBe(there);
  expect((await byPassword('rita', { organization_id: world.organizationId })).status).toBe(403);
  const acting = await visits.byOpenId(provider, 'adam');
  const acts = await world.ask('GET', '/users', { token: acting.body.token, headers });
  expect(acts.status).toBe(200);
});

test('once it is required no more, passwords are good again', async () => {
  expect((await requires(0)).status).toBe(200);
  const { status } = await byPassword('rita', { organization_id: world.organizationId });
  expect(status).toBe(201);
  expect((await provide('DELETE')).status).toBe(204);
});
