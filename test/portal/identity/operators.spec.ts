import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { LyingProvider } from './lying-provider.js';
import { expiring, hasSlapd, people, petraExpired, reset, rosaChanges, type Slapd, startSlapd } from './slapd.js';
import { SmallBrowser } from './small-browser.js';

const ownerRole = '00000000-0000-7000-8000-000000000101';
const password = 'correct horse battery staple';

let world: UsherWorld;
let liar: LyingProvider;
let provider: string;
let count = 0;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  liar = new LyingProvider();
  await liar.start();
  provider = await record();
});
afterAll(async () => {
  await liar?.stop();
  await world.close();
});

const base = () => `http://127.0.0.1:${world.port}`;
async function record(more: object = {}, token?: string): Promise<string> {
  const settings = { issuer: liar.issuer, client_id: 'usher', client_secret: 'a secret' };
  const body = { name: `Provider ${(count += 1)}`, type: 'oidc', use: 'operators', settings, ...more };
  return (await world.made(201, 'POST', '/authentication-providers', { body, ...(token ? { token } : {}) })).id;
}
const operator = async (email: string, token?: string): Promise<string> =>
  (
    await world.made(201, 'POST', '/operators', {
      body: { email, name: 'Lea', role_id: ownerRole, password },
      ...(token ? { token } : {}),
    })
  ).id;

const verifierOf = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
function beginning(challenge: string, id = provider, organization = world.organizationId, back = '/console/in?tab=1') {
  const query = new URLSearchParams({ challenge, return_to: back });
  return `${base()}/sign-in/${organization}/${id}?${query}`;
}

/** Where the browser comes back to in the end. */
async function through(browser: SmallBrowser, address: string): Promise<URL> {
  const seen = await browser.follow(await browser.open(address), (url) => new URL(url).pathname === '/console/in');
  return new URL(seen.next ?? 'http://nowhere');
}
const redeem = (code: string | null, verifier: string, more: object = {}) =>
  world.ask('POST', '/sessions/provider', { token: null, body: { code: code ?? '', verifier, ...more } });

/** Comes by as whoever the provider says, and asks for a session. */
async function signIn(more: object = {}, ...where: [string?, string?]) {
  const verifier = verifierOf();
  const back = await through(new SmallBrowser(), beginning(challengeOf(verifier), ...where));
  return { back, verifier, answer: await redeem(back.searchParams.get('code'), verifier, more) };
}
const isLea = (email: string, claims: object = {}) => {
  liar.lies = { claims: { sub: email }, userinfo: { sub: email, email, ...claims } };
};

test('an operator comes in by a provider of the organization; only who began gets the session, and once', async () => {
  isLea('lea@example.com');
  const id = await operator('Lea@example.com');
  const { back, verifier, answer } = await signIn();
  expect([back.origin, back.pathname, back.searchParams.get('tab')]).toEqual([base(), '/console/in', '1']);
  expect([answer.status, answer.body.operator.id]).toEqual([201, id]);
  expect((await world.ask('GET', '/sessions/current', { token: answer.body.token })).status).toBe(200);
  expect((await redeem(back.searchParams.get('code'), verifier)).status).toBe(401);
  const [entry] = await world.sql<{ after: object }>(`select after from audit_entries where action = 'sign_in'`);
  expect(entry.after).toMatchObject({ authentication_provider_id: provider });

  const stolen = await through(new SmallBrowser(), beginning(challengeOf(verifierOf())));
  expect((await redeem(stolen.searchParams.get('code'), verifierOf())).status).toBe(401);
  expect((await redeem('v1.nothing.AAAA', verifierOf())).status).toBe(401);
});

test('nobody comes in whom the organization does not have, or has disabled', async () => {
  isLea('stranger@example.com');
  expect((await signIn()).answer.status).toBe(401);
  isLea('disabled@example.com');
  const id = await operator('disabled@example.com');
  await world.made(200, 'PATCH', `/operators/${id}`, { body: { disabled: 1 } });
  expect((await signIn()).answer.status).toBe(401);
});

test("one organization's provider never signs in another's operator", async () => {
  const { id: elsewhere, token } = await world.organization('Elsewhere');
  const theirs = await record({}, token);
  isLea('above@example.com');
  await operator('above@example.com');
  expect((await signIn({}, theirs, elsewhere)).answer.status).toBe(401);
  const mixed = await new SmallBrowser().open(beginning(challengeOf(verifierOf()), theirs, world.organizationId));
  expect([mixed.status, mixed.next]).toEqual([401, null]);
  const own = await operator('above@example.com', token);
  expect((await signIn({}, theirs, elsewhere)).answer.body.operator.id).toBe(own);
});

test('an address that the provider has not verified is nobody', async () => {
  await operator('claimed@example.com');
  isLea('claimed@example.com', { email_verified: false });
  const { back, answer } = await signIn();
  expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['email_not_verified', null]);
  expect(answer.status).toBe(422);
  liar.lies = { answer: { code: '', error: 'access_denied' } };
  expect((await signIn()).back.searchParams.get('error')).toBe('access_denied');
});

test('who has switched codes on needs one here, too', async () => {
  isLea('codes@example.com');
  await operator('codes@example.com');
  const { answer: first } = await signIn();
  const token = first.body.token as string;
  const { secret } = await world.made(201, 'POST', '/sessions/current/totp', { token, body: { password } });
  const totp = new TOTP({ secret });
  await world.made(200, 'POST', '/sessions/current/totp/confirm', { token, body: { totp: totp.generate() } });
  const { back, verifier, answer } = await signIn();
  expect([answer.status, answer.body.totp_required]).toEqual([401, true]);
  const code = back.searchParams.get('code');
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  expect((await redeem(code, verifier, { totp: '000000' })).status).toBe(401);
  expect((await redeem(code, verifier, { totp: next })).status).toBe(201);
});

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  'http://127.0.0.1.evil.example/',
  'http://evil@127.0.0.1:1/',
  'javascript:alert(1)',
  '',
])('nobody is sent back to %j', async (back) => {
  const seen = await new SmallBrowser().open(
    beginning(challengeOf(verifierOf()), provider, world.organizationId, back),
  );
  expect([seen.status, seen.next]).toEqual([400, null]);
});

test('a provider for guests signs in no operator', async () => {
  const guests = await record({ use: 'guests' });
  expect((await new SmallBrowser().open(beginning(challengeOf(verifierOf()), guests))).status).toBe(401);
});

test('anybody hears which providers an organization has for its operators, and nothing else of it', async () => {
  const { id, token } = await world.organization('Offering');
  const own = await record({ name: 'Company' }, token);
  await record({ name: 'Guests', use: 'guests' }, token);
  await record({ name: 'Disabled', disabled: 1 }, token);
  const ask = (query: string) => world.ask('GET', `/sessions/providers${query}`, { token: null });
  const { body } = await ask(`?organization_id=${id}`);
  expect(body).toMatchObject({ organization_id: id, providers: [{ id: own, name: 'Company', type: 'oidc' }] });
  expect(Object.keys(body.providers[0])).toEqual(['id', 'name', 'type']);
  const unknown = '0190a0a0-0000-7000-8000-00000000dead';
  expect((await ask(`?organization_id=${unknown}`)).body.providers).toEqual([]);
  // There are several organizations.
  expect((await ask('')).body).toMatchObject({ organization_id: null, providers: [] });
  expect((await ask('?organization_id=nobody')).status).toBe(400);
});

test('a page of the console gets a cookie, and no page of another site does', async () => {
  isLea('cookie@example.com');
  await operator('cookie@example.com');
  const verifier = verifierOf();
  const back = await through(new SmallBrowser(), beginning(challengeOf(verifier)));
  const body = { code: back.searchParams.get('code'), verifier };
  const post = (headers: Record<string, string>) =>
    world.ask('POST', '/console/session/provider', { token: null, body, headers });
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
  const { status, headers, body: session } = await post({ origin: base() });
  expect([status, 'token' in session]).toEqual([201, false]);
  expect(String(headers['set-cookie'])).toMatch(
    /^__Host-usher=session_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  expect((await post({ origin: base() })).status).toBe(401);
});

// Never skipped where everything must run.
const suite = hasSlapd() || process.env.CI ? describe : describe.skip;
suite('a directory', () => {
  let slapd: Slapd;
  let directory: string;
  beforeAll(async () => {
    slapd = await startSlapd(people + expiring + reset);
    const settings = { url: `ldap://127.0.0.1:${slapd.port}`, base_dn: 'ou=people,dc=example,dc=com' };
    directory = await record({ type: 'ldap', use: 'both', settings });
  });
  afterAll(async () => {
    await slapd?.stop();
  });
  const ask = (username: string, typed: string) =>
    world.ask('POST', '/sessions/directory', {
      token: null,
      body: { organization_id: world.organizationId, provider_id: directory, username, password: typed },
    });

  test('signs in the operator of its e-mail address, and no longer after ten wrong tries', async () => {
    expect((await ask('anna', 'right password')).status).toBe(401);
    const id = await operator('anna@example.com');
    expect((await ask('anna', 'right password')).body.operator.id).toBe(id);
    for (let each = 0; each < 10; each += 1) expect((await ask('anna', 'wrong')).status).toBe(401);
    const locked = await ask('anna', 'right password');
    expect([locked.status, Number(locked.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('tells an operator whose password there has expired, and nobody who guesses', async () => {
    const details = async (typed: string) => {
      const { status, body } = await ask('petra', typed);
      return [status, body.detail];
    };
    await petraExpired(slapd);
    expect(await details('right password')).toEqual([401, expect.stringContaining('change it there first')]);
    expect(await details('wrong')).toEqual([401, expect.not.stringContaining('expired')]);
  });

  test('lets in nobody whose password was set by somebody else before she has changed it', async () => {
    const id = await operator('rosa@example.com');
    const refused = await ask('rosa', 'right password');
    expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining('change it there first')]);
    rosaChanges(slapd, 'her own password');
    expect((await ask('rosa', 'her own password')).body.operator.id).toBe(id);
  });

  test('that is away says so', async () => {
    await slapd.stop();
    expect((await ask('ben', 'other password')).status).toBe(503);
  });
});
