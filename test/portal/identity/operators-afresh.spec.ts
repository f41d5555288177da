import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { LyingProvider } from './lying-provider.js';
import { OperatorVisits, roles, type Visit } from './operator-visits.js';
import { SmallBrowser } from './small-browser.js';

let world: UsherWorld;
let visits: OperatorVisits;
let liar: LyingProvider;
let provider: string;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  visits = new OperatorVisits(world);
  liar = new LyingProvider();
  await liar.start();
  const settings = { issuer: liar.issuer, client_id: 'usher', client_secret: 'a secret' };
  const body = { name: 'Company', type: 'oidc', use: 'operators', settings };
  provider = (await world.made(201, 'POST', '/authentication-providers', { body })).id;
});
afterAll(async () => {
  await liar?.stop();
  await world.close();
});

/** To the provider, who lets everybody in at once, and back; `more`: of the address that it begins with. */
async function visit(more: '' | '&fresh=true'): Promise<Visit> {
  const verifier = visits.newVerifier();
  const browser = new SmallBrowser();
  const leaving = await browser.open(`${visits.address(provider, verifier)}${more}`);
  expect(new URL(leaving.next ?? '').searchParams.get('max_age')).toBe(more === '' ? null : '0');
  const seen = await browser.follow(leaving, (url) => new URL(url).pathname === '/console/in');
  return { back: new URL(seen.next ?? 'http://nowhere'), verifier };
}

test('a provider that was told to ask stands in for a password that an operator has not, for ten minutes', async () => {
  const claims = { sub: 'without@example.com' };
  liar.lies = { claims, userinfo: { sub: claims.sub, email: claims.sub } };
  const body = { email: claims.sub, name: 'Lea', role_id: roles.owner };
  const { id } = await world.made(201, 'POST', '/operators', { body });
  const totpOf = (token: string, proof: object = {}) =>
    world.ask('POST', '/sessions/current/totp', { token, body: proof });
  const session = async (token: string) => (await world.ask('GET', '/sessions/current', { token })).body;

  const { token: usual } = (await visits.redeem(await visit(''))).body;
  expect(await session(usual)).toMatchObject({ password: 0, proven_until: null, single_sign_on_required: 0 });
  const refused = await totpOf(usual);
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/password']);
  expect((await totpOf(usual, { password: 'one that she does not have' })).status).toBe(401);

  const { token } = (await visits.redeem(await visit('&fresh=true'))).body;
  const { proven_until: until } = await session(token);
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  expect((await totpOf(token)).status).toBe(201);
  expect((await world.ask('POST', '/sessions/current/link', { token, body: {} })).status).toBe(201);
  const change = { new_password: 'a password of her own' };
  const changed = await world.ask('POST', '/sessions/current/password', { token, body: change });
  expect([changed.status, (await session(token)).password]).toEqual([204, 1]);

  await world.sql(`update operator_sessions set proven_at = proven_at - interval '11 minutes' where operator_id = $1`, [
    id,
  ]);
  expect((await totpOf(token)).status).toBe(422);
  expect((await totpOf(token, { password: change.new_password })).status).toBe(201);

  // It says itself that it did not ask.
  liar.lies = { ...liar.lies, claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 } };
  expect((await visit('')).back.searchParams.get('error')).toBeNull();
  expect((await visit('&fresh=true')).back.searchParams.get('error')).toBe('access_denied');
});
