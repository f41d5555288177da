import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { AuditModule } from '../../../src/console/audit/audit.module.js';
import { PasswordResetsModule } from '../../../src/console/password-resets/password-resets.module.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import type { JsonBody } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { anotherAddress, auditorRoleId, goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';

const clock = new ManualClock();
let world: OperatorsWorld;
let proxied: OperatorsWorld;
let insecure: OperatorsWorld;
let port: string;
beforeAll(async () => {
  world = await operatorsWorld(clock, {
    modules: [PasswordResetsModule, AuditModule],
    settings: { consoleRateLimitPerMinute: 40, rateLimitPerMinute: 1000 },
  });
  proxied = await operatorsWorld(clock, { shared: world, settings: { trustedProxies: ['127.0.0.0/8'] } });
  insecure = await operatorsWorld(clock, { shared: world, settings: { consoleInsecure: true } });
  ({ port } = new URL(world.url));
});
afterAll(async () => {
  for (const each of [insecure, proxied, world]) await each.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: JsonBody;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly of?: OperatorsWorld;
}

/** As a browser would send it, headers and all; each time from another address. */
function ask(method: string, path: string, { headers = {}, body, of = world }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const sent = request(
      of.url + path,
      {
        method,
        agent: false,
        localAddress: anotherAddress(),
        headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (incoming) => {
        let heard = '';
        incoming.setEncoding('utf8').on('data', (part: string) => (heard += part));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: { ...incoming.headers, 'set-cookie': incoming.headers['set-cookie']?.join() } as Answer['headers'],
            body: heard ? (JSON.parse(heard) as JsonBody) : undefined,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const ours = { 'sec-fetch-site': 'same-origin', 'x-usher-console': '1' };

let people = 0;
async function person(): Promise<{ email: string; id: string; cookie: string }> {
  people += 1;
  const { email, id } = await world.operator(`page-${people}@example.com`, auditorRoleId);
  return { email, id, cookie: await signedIn(email) };
}

async function signedIn(email: string): Promise<string> {
  const answer = await ask('POST', '/console/session', { headers: ours, body: { email, password: goodPassword } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return String(answer.headers['set-cookie']).split(';')[0];
}

const current = (cookie: string, headers: Record<string, string> = ours) =>
  ask('GET', '/sessions/current', { headers: { cookie, ...headers } });

describe('the session of the console', () => {
  test('is a cookie that no script reads, acts as the operator, and ends with sign-out', async () => {
    const { email, id } = await person();
    const made = await ask('POST', '/console/session', { headers: ours, body: { email, password: goodPassword } });
    expect([made.status, made.headers['cache-control'], made.headers.location]).toEqual([
      201,
      'no-store',
      '/sessions/current',
    ]);
    expect(made.headers['set-cookie']).toMatch(
      /^__Host-usher=session_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(made.body).toEqual({
      id: expect.any(String),
      organization_id: world.organizationId,
      operator: { id, email, name: 'Somebody', role_id: auditorRoleId },
      created_at: clock.instant(),
      expires_at: expect.any(String),
      _links: { self: { href: '/sessions/current' } },
    });
    const cookie = String(made.headers['set-cookie']).split(';')[0];
    expect((await current(cookie)).body.id).toBe(made.body.id);
    expect((await ask('GET', '/operators', { headers: { cookie, ...ours } })).status).toBe(200);
    const lacking = await ask('POST', '/roles', { headers: { cookie, ...ours }, body: { name: 'x', permissions: [] } });
    expect([lacking.status, lacking.body.detail]).toEqual([403, 'Your role lacks the permission roles:write']);

    const out = await ask('DELETE', '/console/session', { headers: { cookie, ...ours } });
    expect([out.status, out.headers['clear-site-data']]).toEqual([204, '"cache", "storage"']);
    expect(out.headers['set-cookie']).toBe('__Host-usher=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0');
    expect((await current(cookie)).status).toBe(401);
    expect((await ask('DELETE', '/console/session', { headers: { cookie, ...ours } })).status).toBe(204);
  });

  test('shows what its operator may do, where, and until when', async () => {
    const role = await world.call('POST', '/roles', { body: { name: 'looking', permissions: ['users:read'] } });
    await world.call('PATCH', `/organizations/${world.organizationId}`, { body: { time_zone: 'Europe/Vienna' } });
    const { id, cookie } = await person();
    await world.call('PATCH', `/operators/${id}`, { body: { role_id: role.body.id } });
    const { body } = await current(cookie);
    expect(body).toMatchObject({
      organization: { id: world.organizationId, name: 'Hotel Lindenhof', time_zone: 'Europe/Vienna' },
      permissions: ['users:read'],
    });
    expect([Date.parse(body.idle_expires_at), Date.parse(body.expires_at)]).toEqual(
      [1800, 12 * 3600].map((seconds) => clock.milliseconds() + seconds * 1000),
    );
  });

  test('stays when somebody else guesses at the password', async () => {
    const { cookie } = await person();
    const wrong = await ask('POST', '/console/session', {
      headers: ours,
      body: { email: 'page-1@example.com', password: 'no password of hers' },
    });
    expect([wrong.status, wrong.headers['set-cookie'], (await current(cookie)).status]).toEqual([401, undefined, 200]);
  });

  test('goes on with another cookie once the password is another', async () => {
    const { email, cookie } = await person();
    const other = await signedIn(email);
    const changed = await ask('POST', '/sessions/current/password', {
      headers: { cookie, ...ours },
      body: { password: goodPassword, new_password: 'another good phrase' },
    });
    expect(changed.status).toBe(204);
    const renewed = String(changed.headers['set-cookie']).split(';')[0];
    expect(renewed).not.toBe(cookie);
    const statuses = await Promise.all([cookie, other, renewed].map(async (each) => (await current(each)).status));
    expect(statuses).toEqual([401, 401, 200]);
  });

  test('is one among the own sessions, which are listed and ended one by one', async () => {
    const { email, cookie } = await person();
    const phone = await ask('POST', '/console/session', {
      headers: { ...ours, 'user-agent': 'Phone/1' },
      body: { email, password: goodPassword },
    });
    const { body } = await ask('GET', '/sessions', { headers: { cookie, ...ours } });
    expect(body.total_items).toBe(3);
    const listed = body._embedded.sessions as JsonBody[];
    expect(listed.filter((each) => each.current === 1)).toHaveLength(1);
    expect(listed.find(({ user_agent }) => user_agent === 'Phone/1')).toMatchObject({
      id: phone.body.id,
      address: expect.stringMatching(/^127\.0\./),
      last_used_at: clock.instant(),
      current: 0,
    });
    const stranger = await person();
    const end = (by: string) => ask('DELETE', `/sessions/${phone.body.id}`, { headers: { cookie: by, ...ours } });
    expect((await end(stranger.cookie)).status).toBe(404);
    expect((await end(cookie)).status).toBe(204);
    expect((await end(cookie)).status).toBe(404);
    const filtered = await ask('GET', '/sessions?filter[user_agent]=Phone/1', { headers: { cookie, ...ours } });
    expect(filtered.body.total_items).toBe(0);
  });

  test('ends when somebody signs in anew in its browser, whoever it was; other browsers keep theirs', async () => {
    const first = await person();
    const second = await person();
    const elsewhere = await signedIn(first.email);
    const enter = async (body: object, cookie: string) => {
      const answer = await ask('POST', '/console/session', { headers: { ...ours, cookie }, body });
      expect(answer.status).toBe(201);
      return String(answer.headers['set-cookie']).split(';')[0];
    };
    const refused = await ask('POST', '/console/session', {
      headers: { ...ours, cookie: first.cookie },
      body: { email: second.email, password: 'no password of hers' },
    });
    expect([refused.status, (await current(first.cookie)).status]).toEqual([401, 200]);
    const again = await enter({ email: first.email, password: goodPassword }, first.cookie);
    const made = await ask('POST', '/sessions/current/link', {
      headers: { ...ours, cookie: again },
      body: { password: goodPassword },
    });
    const byLink = await enter({ link: made.body.token }, again);
    const listed = await ask('GET', '/sessions', { headers: { ...ours, cookie: byLink } });
    // Here, elsewhere, and the token that she got as a program does.
    expect(listed.body.total_items).toBe(3);
    const taken = await enter({ email: second.email, password: goodPassword }, byLink);
    const cookies = [first.cookie, again, byLink, elsewhere, second.cookie, taken];
    expect(await Promise.all(cookies.map(async (each) => (await current(each)).status))).toEqual([
      401, 401, 401, 200, 200, 200,
    ]);
    const trail = `/audit?filter[resource_id]=${first.id}&filter[action]=sign_out`;
    expect((await world.call('GET', trail)).body.total_items).toBe(3);
    // One that is over by itself was not signed out by whoever comes next.
    await clock.advance(31 * 60);
    await enter({ email: second.email, password: goodPassword }, elsewhere);
    expect((await world.call('GET', trail)).body.total_items).toBe(3);
  });

  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['disabled', (id) => world.call('PATCH', `/operators/${id}`, { body: { disabled: 1 } })],
    ['signed out by an administrator', (id) => world.call('DELETE', `/operators/${id}/sessions`)],
    ['deleted', (id) => world.call('DELETE', `/operators/${id}`)],
  ])('ends when its operator is %s', async (_what, act) => {
    const { id, cookie } = await person();
    expect((await act(id)).status).toBeLessThan(300);
    expect((await current(cookie)).status).toBe(401);
  });
});

describe('a cookie counts for nothing', () => {
  let cookie: string;
  let email: string;
  beforeAll(async () => {
    ({ cookie, email } = await person());
  });

  test.each<[string, Record<string, string>]>([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another site that sends the header', { 'sec-fetch-site': 'cross-site', 'x-usher-console': '1' }],
    ['from a sub-domain', { 'sec-fetch-site': 'same-site', 'x-usher-console': '1' }],
    ['from the address line', { 'sec-fetch-site': 'none', 'x-usher-console': '1' }],
    ['without the header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['with another value in that header', { 'sec-fetch-site': 'same-origin', 'x-usher-console': 'true' }],
    ['from another origin', { origin: 'https://evil.example.com', 'x-usher-console': '1' }],
    ['from a page that hides its origin', { origin: 'null', 'x-usher-console': '1' }],
    ['without a word of where it comes from', { 'x-usher-console': '1' }],
  ])('%s', async (_how, headers) => {
    expect((await current(cookie, headers)).status).toBe(401);
    const written = await ask('POST', '/sessions/current/totp', {
      headers: { cookie, ...headers },
      body: { password: goodPassword },
    });
    expect(written.status).toBe(401);
  });

  test('beside an Authorization header, whatever that says', async () => {
    const { token } = (await world.signIn({ email, password: goodPassword })).body;
    const mine = (await current(cookie)).body.id;
    const bearer = await current(cookie, { ...ours, authorization: `Bearer ${token}` });
    expect([bearer.status, bearer.body.id === mine]).toEqual([200, false]);
    for (const authorization of ['Bearer session_unknown', 'Basic YTpi', ''])
      expect([authorization, (await current(cookie, { ...ours, authorization })).status]).toEqual([authorization, 401]);
  });

  test('twice, of which a sub-domain may have tossed one, or under the name that plain HTTP has', async () => {
    const tossed = `__Host-usher=session_${'a'.repeat(43)}`;
    for (const each of [`${cookie}; ${tossed}`, `${tossed}; ${cookie}`, cookie.replace('__Host-', '')])
      expect((await current(each)).status).toBe(401);
  });

  test('that holds an API key', async () => {
    expect((await current(`__Host-usher=${world.token}`)).status).toBe(401);
    expect(
      (await ask('GET', '/operators', { headers: { cookie: `__Host-usher=${world.token}`, ...ours } })).status,
    ).toBe(401);
  });

  test('in a form of another page, whose body could only be text', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      for (const path of ['/console/session', '/sessions/current/password']) {
        const answer = await ask('POST', path, {
          headers: { cookie, 'content-type': type, origin: `http://127.0.0.1:${port}` },
          body: JSON.stringify({ email, password: goodPassword, new_password: 'another good phrase' }),
        });
        expect([type, path, answer.status, answer.headers['set-cookie']]).toEqual([
          type,
          path,
          path === '/console/session' ? 415 : 401,
          undefined,
        ]);
      }
  });

  test('on a page of another origin whose answers may be read: no preflight grants the header', async () => {
    const granting = await operatorsWorld(clock, { shared: world, settings: { corsOrigins: ['*'] } });
    const { headers } = await ask('OPTIONS', '/sessions/current', {
      of: granting,
      headers: {
        origin: 'https://evil.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-usher-console',
      },
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-allow-headers']).not.toMatch(/console/i);
    await granting.close();
  });

  test('for a GET that would change something: there is none', async () => {
    const rows = () =>
      world.fresh.database.query(
        systemContext(everyOrganization, 'test'),
        {
          name: '',
          text: `select (select count(*) from operator_sessions)::int as sessions,
            (select count(*) from audit_entries)::int as audit`,
        },
        [],
      );
    const before = await rows();
    for (const path of ['/console/session', '/sessions', '/sessions/current', '/sessions/current/totp'])
      await ask('GET', path, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect(await rows()).toEqual(before);
  });
});

describe('signing in and out', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example.com' }],
  ])('is refused to %s', async (_who, headers: Record<string, string>) => {
    const { email, cookie } = await person();
    const sent = { headers: { ...headers, 'x-usher-console': '1', cookie } };
    const answer = await ask('POST', '/console/session', { ...sent, body: { email, password: goodPassword } });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await ask('DELETE', '/console/session', sent)).status).toBe(403);
    expect((await current(cookie)).status).toBe(200);
  });

  test('works where the browser says the origin only', async () => {
    const { email } = await person();
    const origin = `http://127.0.0.1:${port}`;
    const made = await ask('POST', '/console/session', {
      headers: { origin },
      body: { email, password: goodPassword },
    });
    const cookie = String(made.headers['set-cookie']).split(';')[0];
    expect((await current(cookie, { origin, 'x-usher-console': '1' })).status).toBe(200);
  });

  test('needs HTTPS, unless it is on the machine itself', async () => {
    const { email } = await person();
    const body = { email, password: goodPassword };
    const on = async (of: OperatorsWorld, headers: Record<string, string>) => {
      const answer = await ask('POST', '/console/session', { of, headers, body });
      return [answer.status, String(answer.headers['set-cookie']).split('=')[0]];
    };
    expect(await on(world, { host: 'localhost:3000' })).toEqual([201, '__Host-usher']);
    expect(await on(world, { host: '[::1]:3000' })).toEqual([201, '__Host-usher']);
    const open = await ask('POST', '/console/session', { headers: { host: 'wifi.example.com' }, body });
    expect([open.status, open.body.detail]).toEqual([403, expect.stringContaining('USHER_CONSOLE_INSECURE')]);
    expect((await on(world, { host: 'wifi.example.com', 'x-forwarded-proto': 'https' }))[0]).toBe(403);
    expect(await on(proxied, { host: 'wifi.example.com', 'x-forwarded-proto': 'https' })).toEqual([
      201,
      '__Host-usher',
    ]);
    expect(await on(insecure, { host: 'wifi.example.com' })).toEqual([201, 'usher']);
  });

  test('over plain HTTP, if that is set, goes by a name of its own, and no foreign page uses it', async () => {
    const { email } = await person();
    const plain = { host: 'wifi.example.com', 'x-usher-console': '1' };
    const origin = 'http://wifi.example.com';
    const made = await ask('POST', '/console/session', {
      of: insecure,
      headers: { ...plain, origin },
      body: { email, password: goodPassword },
    });
    expect(made.headers['set-cookie']).toMatch(/^usher=session_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = String(made.headers['set-cookie']).split(';')[0];
    const get = async (headers: Record<string, string>, of = insecure) =>
      (await ask('GET', '/sessions/current', { of, headers: { cookie, ...headers } })).status;
    expect([await get(plain), await get(plain, world), await get({ host: plain.host })]).toEqual([200, 401, 401]);
    expect(await get({ ...plain, origin: 'http://evil.example.com' })).toBe(401);
    const written = (headers: Record<string, string>) =>
      ask('POST', '/sessions/current/totp', {
        of: insecure,
        headers: { cookie, ...headers },
        body: { password: goodPassword },
      });
    expect([(await written(plain)).status, (await written({ ...plain, origin })).status]).toEqual([401, 201]);
  });
});

test("a person's sessions have 600 calls a minute of their own, or what is set, whatever keys use", async () => {
  clock.setTo(new Date(Math.floor(clock.milliseconds() / 60_000 + 2) * 60_000).toISOString());
  const { email, cookie } = await person();
  const bearer = (await world.signIn({ email, password: goodPassword })).body.token as string;
  const first = await current(cookie);
  expect([first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']]).toEqual(['40', '39']);
  expect((await world.call('GET', '/sessions/current', { token: bearer })).headers.get('x-ratelimit-remaining')).toBe(
    '38',
  );
  expect((await world.call('GET', '/roles')).headers.get('x-ratelimit-limit')).toBe('1000');
  let last = first;
  for (let count = 0; count < 39; count += 1) last = await current(cookie);
  expect([last.status, last.headers['x-ratelimit-remaining'], last.headers['retry-after']]).toEqual([429, '0', '60']);
  expect((await world.call('GET', '/roles')).status).toBe(200);
});
