import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { UnifiController } from '../../simulators/unifi/unifi-controller.js';
import { type Script, ScriptedController } from './scripted-controller.js';

let world: UsherWorld;
let group: string;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  world = await usherWorld();
  ({ id: group } = await made('/user-groups', { name: 'Day guests', policy: {} }));
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await world?.close();
});

const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
const notFound = { status: 404, said: 'Not found' };
const login = { username: 'usher', password: 'a local administrator' };
const operator = { username: 'usher', password: 'a hotspot operator' };
let count = 0;

async function lobby(vendor: string, url: string, secrets: Record<string, string>) {
  const mark = (count += 1);
  const { id: network_id } = await made('/networks', { name: `Guest ${mark}` });
  const { slug } = await made('/captive-portals', { name: `Lobby ${mark}`, network_id, methods: ['voucher'] });
  const gateway = { name: `gateway ${mark}`, network_id, vendor, controller: { url }, secrets };
  const { id } = await made('/gateways', gateway);
  return { slug: String(slug), id: String(id) };
}

async function scripted(vendor: string, secrets: Record<string, string>, script: Script) {
  const controller = await ScriptedController.open(script);
  opened.push(controller);
  return { controller, ...(await lobby(vendor, controller.url, secrets)) };
}

async function controllerCheck(id: string) {
  const { checks } = await world.made(200, 'POST', `/gateways/${id}/test`);
  return checks.find(({ name }: { name: string }) => name === 'controller');
}

/** The older API of an application by itself, which takes the login. */
const classic =
  (answer: ReturnType<Script>): Script =>
  ({ path }) => {
    if (path === '/api/login') return { said: { meta: { rc: 'ok' } } };
    return path.startsWith('/api/s/') ? answer : notFound;
  };
const sites =
  (data: readonly object[]): Script =>
  ({ path }) =>
    path.endsWith('/v1/sites') ? { said: { data } } : notFound;
const zone =
  (said: unknown): Script =>
  () => ({ said });
const omada =
  (said: unknown, result: object = { omadacId: 'c1' }): Script =>
  ({ path }) =>
    path === '/api/info' ? { said: { errorCode: 0, result } } : { said };
const northbound = { password: 'a northbound password' };
const apiKey = { api_key: 'key' };

describe('the test of a gateway says what stands where its controller should be', () => {
  test.each<[string, string, Record<string, string>, Script, string, string]>([
    ['something else', 'unifi', login, () => notFound, 'there is no login of UniFi Network', 'mend controller'],
    [
      'one that refuses the name',
      'unifi',
      login,
      ({ path }) => (path === '/api/login' ? { status: 400, said: { meta: { rc: 'error' } } } : notFound),
      'the controller refuses name and password (400)',
      'set them again (secrets)',
    ],
    [
      'one without the site',
      'unifi',
      login,
      classic({ status: 400, said: { meta: { rc: 'error', msg: 'api.err.NoSiteContext' } } }),
      'it has no site default, or this account may not see it',
      'mend controller',
    ],
    ['a page', 'unifi', login, classic({ said: '<html>' }), '/self was answered 200', 'see whether url leads to'],
    [
      'one that forgets its session',
      'unifi',
      login,
      classic({ status: 401, said: { meta: { rc: 'error', msg: 'api.err.LoginRequired' } } }),
      'the controller takes the login, and then refuses its session',
      'set them again (secrets)',
    ],
    ['one before UniFi 9.1', 'unifi', apiKey, () => notFound, 'it has no Integration API there', 'mend controller'],
    [
      'one with other sites',
      'unifi',
      apiKey,
      sites([{ id: '1', internalReference: 'hq' }, { id: '2' }]),
      'it has no site default; it has: hq, 2',
      'mend controller',
    ],
    ['one that shows no site', 'unifi', apiKey, sites([]), 'it has: none that this key may see', 'mend controller'],
    [
      'neither key nor name',
      'unifi',
      {},
      () => notFound,
      'neither api_key nor username and password',
      'mend controller',
    ],
    ['no operator', 'omada', {}, () => notFound, 'the gateway has no username and password', 'mend controller'],
    ['a page', 'omada', operator, omada('<html>'), 'there is no login of an Omada controller there (200)', 'mend'],
    ['one that hides its id', 'omada', operator, omada('', {}), 'set controller.controller_id', 'mend controller'],
    ['no password', 'ruckus-smartzone', {}, () => notFound, 'the gateway has no password', 'mend controller'],
    [
      'a page',
      'ruckus-smartzone',
      northbound,
      zone('<html>'),
      'there is no portal interface of a SmartZone there (200)',
      'mend controller',
    ],
    [
      'one whose RADIUS server is away',
      'ruckus-smartzone',
      northbound,
      zone({ ResponseCode: 401, ReplyMessage: 'Radius server error' }),
      'the controller gets no answer by RADIUS (401) Radius server error',
      'see whether url leads to',
    ],
    [
      'one with a code of its own',
      'ruckus-smartzone',
      northbound,
      zone({ ResponseCode: 400, ReplyMessage: 'Internal server error' }),
      'the controller answers 400 Internal server error',
      'see whether url leads to',
    ],
  ])('%s, at a gateway of %s', async (_, vendor, secrets, script, detail, remedy) => {
    const { id, controller } = await scripted(vendor, secrets, script);
    expect(await controllerCheck(id)).toEqual({
      name: 'controller',
      ok: false,
      detail: expect.stringContaining(`${controller.url}: `),
      remedy: expect.stringContaining(remedy),
    });
    expect((await controllerCheck(id)).detail).toContain(detail);
  });
});

async function voucher(): Promise<string> {
  return (await made('/vouchers', { table_id: group, duration: 3600 }))._embedded.vouchers[0].code;
}

const page = (path: string) => world.ask('GET', path, { token: null });

async function signsIn(slug: string, redirect: Record<string, string>) {
  const first = await page(`/p/${slug}?${new URLSearchParams(redirect)}`);
  expect(first.status).toBe(200);
  const state = /name="state" value="([^"]*)"/.exec(first.text)?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ state, by: 'voucher', code: await voucher() }).toString();
  return world.ask('POST', `/p/${slug}`, { token: null, headers, body });
}

describe('a guest whom a SmartZone lets in', () => {
  const mac = 'aa:bb:cc:0b:00:01';
  const redirect = (said = mac) => ({ nbiIP: '10.7.0.1', client_mac: said, uip: '10.7.0.9', ssid: 'Guest' });
  const code = (ResponseCode: number) => ({ said: { ResponseCode, ReplyMessage: 'as the guide has it' } });
  const taken =
    (status: number): Script =>
    ({ body }) =>
      code(body.RequestType === 'Login' ? 201 : status);

  test.each([
    ['her access is over meanwhile', 301, 200, 'You are not signed in', 'http-equiv="refresh"'],
    ['its password was changed', 306, 503, 'cannot let anybody in right now', 'refuses the password'],
    ['its RADIUS server is away for a moment', 401, 200, 'http-equiv="refresh"', 'You are online'],
  ])('and %s: the page that waits says so', async (_, status, expected, shown, hidden) => {
    const { slug } = await scripted('ruckus-smartzone', northbound, taken(status));
    const sent = await signsIn(slug, redirect());
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('/connecting?')]);
    const waiting = await page(String(sent.headers.location));
    expect(waiting.status).toBe(expected);
    expect(waiting.text).toContain(shown);
    expect(waiting.text).not.toContain(hidden);
  });

  test('sees that it is not her fault when it cannot ask its RADIUS server', async () => {
    const { slug } = await scripted('ruckus-smartzone', northbound, () => code(401));
    const sent = await signsIn(slug, redirect());
    expect([sent.status, sent.headers.location]).toEqual([503, undefined]);
  });

  test('sees her page although it does not say which device she has; people are told why', async () => {
    const { slug, id } = await scripted('ruckus-smartzone', northbound, () => code(306));
    const first = await page(`/p/${slug}?${new URLSearchParams(redirect(`ENC${'0a'.repeat(16)}`))}`);
    expect(first.status).toBe(200);
    const { _embedded } = await world.made(200, 'GET', '/alerts?filter[event]=portal.controller_unreachable');
    expect(_embedded.alerts).toContainEqual(
      expect.objectContaining({
        subject: expect.objectContaining({ id }),
        detail: expect.stringContaining('the northbound interface refuses the password (306)'),
      }),
    );
  });
});

test('a guest whose Omada controller refuses to let her in waits, and people are told what it said', async () => {
  const script: Script = (request) =>
    request.path.endsWith('/hotspot/login')
      ? { said: { errorCode: 0, result: { token: 't' } } }
      : omada({ errorCode: -41_501, msg: 'Failed to authenticate.' })(request);
  const { slug, id } = await scripted('omada', operator, script);
  const arrival = { clientMac: 'AA-BB-CC-0B-00-02', apMac: '00-11-22-33-44-55', ssidName: 'Guest', radioId: '1' };
  const sent = await signsIn(slug, { ...arrival, site: 's1', t: '1', redirectUrl: 'http://example.com/' });
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('/connecting?')]);
  expect((await page(String(sent.headers.location))).text).toContain('http-equiv="refresh"');
  const { _embedded } = await world.made(200, 'GET', '/alerts?filter[event]=portal.controller_unreachable');
  expect(_embedded.alerts).toContainEqual(
    expect.objectContaining({
      subject: expect.objectContaining({ id }),
      detail: expect.stringContaining('/hotspot/extPortal/auth was answered 200 -41501 Failed to authenticate.'),
    }),
  );
});

describe('a guest whom a UniFi controller lets in', () => {
  const mac = 'aa:bb:cc:0b:00:03';
  const redirect = { id: mac, ap: '00:11:22:33:44:55', t: '1', url: 'http://example.com/', ssid: 'Guest' };
  const sessions = () =>
    world.sql<{ username: string; cause: string | null }>(
      'select username, terminate_cause as cause from accounting_sessions where mac = $1 order by started_at',
      [mac.replaceAll(':', '')],
    );

  test('waits while it is silent, and is online by the voucher that she gave last', async () => {
    const controller = await UnifiController.open({ apiKey: 'key' });
    opened.push(controller);
    controller.joins(mac);
    const { slug } = await lobby('unifi', controller.url, apiKey);
    const sent = await signsIn(slug, redirect);
    controller.failsWith = { status: 500 };
    const waiting = await page(String(sent.headers.location));
    expect([waiting.status, waiting.text.includes('http-equiv="refresh"')]).toEqual([200, true]);
    controller.failsWith = null;
    expect((await page(String(sent.headers.location))).status).toBe(303);
    const [first] = await sessions();

    const again = await signsIn(slug, redirect);
    expect((await page(String(again.headers.location))).status).toBe(303);
    expect(await sessions()).toEqual([
      { username: first.username, cause: 'User-Request' },
      { username: expect.not.stringMatching(first.username), cause: null },
    ]);
    expect(controller.letsIn(mac)).toBe(true);
  });
});
