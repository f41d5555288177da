import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { portalLanguages } from '../../src/console/captive-portals/portal-languages.js';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
});
afterAll(async () => {
  await world.close();
});

async function asAdministrator(sql: string): Promise<void> {
  const connectionString = process.env.USHER_TEST_ADMIN_URL ?? process.env.USHER_TEST_DATABASE_URL;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

let count = 0;
async function portal(
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<{ id: string; slug: string }> {
  count += 1;
  const body = { name: 'Lindenhof', slug: `portal-${count}`, methods: ['room_surname', 'voucher'], ...fields };
  return world.made(201, 'POST', '/captive-portals', { body, headers });
}

const page = (path: string, headers: Record<string, string> = {}) => world.ask('GET', path, { token: null, headers });
const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return world.ask('POST', path, { token: null, body: new URLSearchParams(fields).toString(), headers: form });
}

test('a portal is served at its slug as one page that loads nothing from elsewhere', async () => {
  const { slug } = await portal({ theme: { title: 'Grüezi', colour: '#123456' }, support: 'Dial 9' });
  const { status, headers, text } = await page(`/p/${slug}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  const nonce = /<style nonce="([^"]+)"/.exec(text)?.[1];
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; ` +
      "frame-ancestors 'none'",
  );
  expect(text).toContain('<h1>Grüezi</h1>');
  expect(text).toContain('background:#123456;color:#ffffff');
  // Browsers that darken pages by themselves leave those alone that have colours for both.
  expect(text).toContain(':root{color-scheme:light dark}');
  expect(text).toContain('Help: Dial 9');
  expect(text).toContain('<label for="room_surname-room">Room number</label>');
  expect(text).not.toMatch(/<script|<link|https?:\/\//);
  expect((await page(`/p/${slug}`)).text).not.toContain(String(nonce));
});

test('the page is at most 30 KB on the wire with the largest logo, and fits the first window without', async () => {
  const { id, slug } = await portal({ methods: ['room_surname', 'voucher', 'username_password'] });
  const sizeOf = async () => {
    const answer = await fetch(`http://127.0.0.1:${world.port}/p/${slug}`);
    return [answer.headers.get('content-encoding'), Number(answer.headers.get('content-length'))] as const;
  };
  const [encoding, bytes] = await sizeOf();
  expect(encoding).toBeNull();
  expect(bytes).toBeLessThan(12_000);
  // Noise, which no compression makes smaller.
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex');
  const noise = Buffer.from(Array.from({ length: 16_384 - head.length }, (_, at) => (at * at * 2_654_435_761) >>> 11));
  const answer = await world.ask('PUT', `/captive-portals/${id}/logo`, { body: Buffer.concat([head, noise]) });
  expect(answer.status).toBe(200);
  const [zipped, all] = await sizeOf();
  expect(zipped).toBe('gzip');
  expect(all).toBeLessThan(30_000);
});

describe('languages', () => {
  test.each(portalLanguages.map((language) => [language]))('%s', async (language) => {
    const { slug } = await portal();
    const { headers, text } = await page(`/p/${slug}`, { 'accept-language': `tlh, ${language}-XX;q=0.8, en;q=0.1` });
    expect(headers['content-language']).toBe(language);
    expect(text).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(text).not.toMatch(/undefined|\{\w+\}/);
  });

  test('a guest chooses another by a button that keeps what the gateway said', async () => {
    const { slug } = await portal({ languages: ['de', 'ar'] });
    const { text } = await page(`/p/${slug}?mac=02%3A00&ssid=A+%26+B`, { 'accept-language': 'en' });
    expect(text).toContain('<html lang="de" dir="ltr">');
    const link = /formaction="([^"]*lang=ar)"/.exec(text)?.[1].replaceAll('&amp;', '&') ?? '';
    expect(link).toBe(`/p/${slug}?mac=02%3A00&ssid=A+%26+B&lang=ar`);
    // Loaded again, the page is at an address that a gateway could have led to.
    for (const { text: arabic } of [
      await page(link),
      await post(link, { state: fieldOf(text, 'state'), by: 'voucher', show_again: '' }),
    ])
      expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect((await page(`/p/${slug}?lang=fr`)).text).toContain('<html lang="de"');
  });

  test('the language that a guest chose holds for what the form answers, whatever the browser wants', async () => {
    const { slug } = await portal();
    const { text } = await page(`/p/${slug}?lang=ar`, { 'accept-language': 'en' });
    const action = /<form [^>]*action="([^"]*)"/.exec(text)?.[1] ?? '';
    const fields = { state: fieldOf(text, 'state'), by: 'voucher', code: '' };
    const answer = await post(action, fields, { 'accept-language': 'en' });
    expect([answer.status, answer.headers['content-language']]).toEqual([422, 'ar']);
  });

  test("the hotel's own words stand in the guest's language, else in those that everybody has", async () => {
    const { slug } = await portal({
      texts: { de: { title: 'Servus', intro: 'Nur herein.' } },
      theme: { title: 'Hello' },
    });
    const german = await page(`/p/${slug}?lang=de`);
    expect(german.text).toContain('<h1>Servus</h1>');
    expect(german.text).toContain('Nur herein.');
    expect((await page(`/p/${slug}?lang=it`)).text).toContain('<h1>Hello</h1>');
  });
});

test('terms have a page of their own, in the language that there is', async () => {
  const { slug } = await portal({
    terms: { version: '3', texts: { de: 'Seid nett.\n<b>Bitte</b>' } },
    languages: ['fr', 'de'],
  });
  const { text } = await page(`/p/${slug}/terms?lang=fr`);
  expect(text).toContain('<div class="terms" dir="auto" lang="de">Seid nett.\n&lt;b&gt;Bitte&lt;/b&gt;</div>');
  expect((await page(`/p/${slug}`)).text).toContain('name="terms" value="3"');
});

describe('addresses that are none', () => {
  test.each([
    '/p/nobody',
    '/p/%C3%96',
    '/p/%zz',
    '/p/%ff%00',
    `/p/${'x'.repeat(150)}`,
    '/p/a%2Fb',
    '/p/nobody/coova',
    '/p/nobody/terms',
  ])('%s is a page in words', async (path) => {
    const { status, headers, text } = await page(path, { 'accept-language': 'de' });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('Unter dieser Adresse gibt es keine WLAN-Seite');
  });

  test.each(['/p//coova', '/p/nobody//'])('%s, with an empty part, is none of a portal', async (path) => {
    const { status, headers } = await page(path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  });

  test('an organization that is disabled has no open portal, nor has one beneath it', async () => {
    const house = await world.organization(`house ${(count += 1)}`);
    const { slug } = await portal({}, { authorization: `Bearer ${house.token}` });
    expect((await page(`/p/${slug}`)).status).toBe(200);
    await world.made(200, 'PATCH', `/organizations/${house.id}`, { body: { disabled: 1 } });
    expect(await page(`/p/${slug}`)).toMatchObject({ status: 403, text: expect.stringContaining('is closed') });
  });

  test.each([
    '?a=1?b=2',
    '?mac=1&mac=2',
    '?x=%',
    '?%=%zz&lang=de',
    '?lang=de?mac=02',
    '???',
    '?=&&=',
    `?x=${'y'.repeat(9000)}`,
  ])('a query %s is taken as it comes', async (query) => {
    const { slug } = await portal();
    expect((await page(`/p/${slug}${query}`)).status).toBe(200);
  });

  test('a gateway that joins its query behind ours is understood', async () => {
    const { slug } = await portal();
    const { text } = await page(`/p/${slug}?lang=de?mac=02%3A00`);
    expect(text).toContain('<html lang="de"');
    expect(text).toContain(`/p/${slug}?mac=02%3A00&amp;lang=en`);
  });

  test('HEAD answers as GET does, without the page', async () => {
    const { slug } = await portal();
    const { status, text, headers } = await world.ask('HEAD', `/p/${slug}`, { token: null });
    expect([status, text, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });
});

describe('the form', () => {
  test('says beside each field what is missing, and keeps what was typed but for passwords', async () => {
    const { slug } = await portal({
      methods: ['room_surname', 'username_password'],
      terms: { version: '1', texts: { en: 'x' } },
    });
    const { text: first } = await page(`/p/${slug}?mac=02:00:00:00:00:01`);
    const state = fieldOf(first, 'state');
    const { status, text } = await post(`/p/${slug}`, { state, by: 'room_surname', room: '4"><b>', surname: '' });
    expect(status).toBe(422);
    expect(text).toContain('value="4&quot;&gt;&lt;b&gt;"');
    expect(text).toContain('<li><a href="#room_surname-surname">Enter your surname as on the booking.</a></li>');
    expect(text).toContain('aria-invalid="true" aria-describedby="room_surname-surname-wrong"');
    expect(text).toContain('<li><a href="#room_surname-terms">Accept the terms of use to continue.</a></li>');
    expect(text).toContain(`/p/${slug}?mac=02%3A00%3A00%3A00%3A00%3A01&amp;lang=de`);
    const again = await post(`/p/${slug}`, { state, by: 'username_password', username: 'eva', password: 'secret!' });
    expect(again.text).toContain('value="eva"');
    expect(again.text).not.toContain('secret!');
  });

  test('is refused by a page without its state, with one of another portal or browser, or an altered one', async () => {
    const [{ slug }, other] = [await portal(), await portal()];
    const state = fieldOf((await page(`/p/${slug}`)).text, 'state');
    const foreign = fieldOf((await page(`/p/${other.slug}`)).text, 'state');
    const ofBrowser = fieldOf((await page(`/p/${slug}`, { 'user-agent': 'Other/1' })).text, 'state');
    for (const sent of ['', 'x', foreign, ofBrowser, `${state}x`, `x${state}`, `${state}.${state}`]) {
      const { status, headers, text } = await post(`/p/${slug}`, { state: sent, by: 'voucher', code: 'x' });
      expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
      expect(text).toContain('This form does not belong here');
      expect(text).toContain(`href="/p/${slug}"`);
    }
  });

  test('of more than it can be is refused by a page', async () => {
    const { slug } = await portal();
    const { status, headers } = await post(`/p/${slug}`, { state: 'x'.repeat(40_000) });
    expect([status, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  });

  test('has the code of a voucher from the address of its QR code', async () => {
    const { slug } = await portal();
    expect((await page(`/p/${slug}?code=AB%22CD`)).text).toContain('value="AB&quot;CD"');
  });
});

describe('hostile texts', () => {
  const hostile = `"><script>alert(1)</script>'{{ portal }}{% if %}\u2028&amp;javascript:`;

  test('of the hotel stand on the page as text', async () => {
    const { slug } = await portal({
      name: hostile.replace('\u2028', ''),
      support: hostile.replace('\u2028', ''),
      texts: { en: { title: hostile, intro: hostile } },
      theme: { title: hostile },
      terms: { version: '"><script>', texts: { en: hostile } },
    });
    for (const path of [`/p/${slug}`, `/p/${slug}/terms`]) {
      const { text } = await page(path);
      expect(text).not.toMatch(/<script/);
      expect(text).toContain('{{ portal }}');
    }
  });

  test('of an address, a query, a form and headers stand on no page', async () => {
    const { slug } = await portal();
    const encoded = encodeURIComponent(hostile);
    const state = fieldOf((await page(`/p/${slug}`)).text, 'state');
    const answers = [
      await page(`/p/${slug}/${encoded}?${encoded}=${encoded}&code=${encoded}&lang=${encoded}`),
      await page(`/p/${encoded}`),
      await page(`/p/${slug}?x=%0d%0aSet-Cookie:%20a=b`, { 'accept-language': 'de"><script>' }),
      await post(`/p/${slug}`, { state, by: 'room_surname', room: hostile, surname: hostile, [hostile]: hostile }),
    ];
    for (const { text, headers } of answers) {
      expect(text).not.toMatch(/<script/);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

test('RFC 8908: who is unknown is captive, and told the page', async () => {
  const { slug } = await portal({ success_url: 'https://example.com/welcome' });
  const { status, headers, text } = await page(`/capport/${slug}`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/captive+json',
    'private, no-store',
  ]);
  expect(JSON.parse(text)).toEqual({
    captive: true,
    'user-portal-url': `http://127.0.0.1:${world.port}/p/${slug}`,
    'venue-info-url': 'https://example.com/welcome',
    'can-extend-session': false,
  });
  expect((await page('/capport/nobody')).status).toBe(404);
});

test('one address has a budget of its own, which takes nothing from the API', async () => {
  const small = await usherWorld({ settings: { portalRateLimitPerMinute: 3, rateLimitPerMinute: 100_000 } });
  try {
    const { slug } = await small.made(201, 'POST', '/captive-portals', { body: { name: 'Small' } });
    const visit = () => small.ask('GET', `/p/${slug}`, { token: null, headers: { 'accept-language': 'fr' } });
    for (let each = 0; each < 3; each += 1) expect((await visit()).status).toBe(200);
    const refused = await visit();
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(refused.text).toContain('Trop de personnes se connectent');
    expect((await small.ask('GET', '/captive-portals')).status).toBe(200);
  } finally {
    await small.close();
  }
});

test('a device that asks us whether it is online is led to the only portal there is', async () => {
  const single = await usherWorld();
  try {
    const probe = (path: string) => single.ask('GET', path, { token: null });
    expect((await probe('/generate_204')).status).toBe(511);
    const { slug } = await single.made(201, 'POST', '/captive-portals', { body: { name: 'Only' } });
    for (const path of ['/generate_204', '/hotspot-detect.html', '/connecttest.txt', '/redirect?x=%']) {
      const { status, headers } = await probe(path);
      expect([status, headers.location]).toEqual([302, `/p/${slug}`]);
    }
    await single.made(201, 'POST', '/captive-portals', { body: { name: 'Second' } });
    expect((await probe('/hotspot-detect.html')).status).toBe(511);
  } finally {
    await single.close();
  }
});

test('while the database is away the page says so in words, with when to try again; nobody gets in', async () => {
  const away = await usherWorld();
  const database = new URL(away.fresh.url).pathname.slice(1);
  try {
    const { slug } = await away.made(201, 'POST', '/captive-portals', { body: { name: 'Away' } });
    const headers = { 'accept-language': 'de' };
    const words = 'uamip=10.1.0.1&uamport=3990';
    const state = fieldOf((await away.ask('GET', `/p/${slug}/coova?${words}`, { token: null, headers })).text, 'state');
    await asAdministrator(`alter database ${database} with allow_connections false`);
    await asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ state, by: 'voucher', code: 'ABCD' }).toString();
    for (const answer of [
      await away.ask('GET', `/p/${slug}`, { token: null, headers }),
      await away.ask('POST', `/p/${slug}`, { token: null, headers: form, body }),
    ]) {
      expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.text).toContain('Die Anmeldung ist gerade nicht möglich');
    }
    // In the language that was chosen, and back to where the gateway had led.
    const chosen = await away.ask('POST', `/p/${slug}/coova?lang=pl`, { token: null, headers: form, body });
    expect(chosen.text).toContain('<html lang="pl"');
    expect(chosen.text).toContain(`href="/p/${slug}/coova?${words.replace('&', '&amp;')}&amp;lang=pl"`);
    const code = await away.ask('POST', `/p/${slug}/code?lang=pl`, { token: null, headers: form, body });
    expect(code.text).toContain(`href="/p/${slug}/coova?${words.replace('&', '&amp;')}&amp;lang=pl"`);
    const status = await away.ask('POST', `/p/${slug}/status?lang=pl`, { token: null, headers: form, body });
    expect(status.text).toContain(`href="/p/${slug}/status?lang=pl&amp;s=`);
  } finally {
    await asAdministrator(`alter database ${database} with allow_connections true`);
    await away.close();
  }
});

describe('a preview of what is not saved', () => {
  const preview = (id: string, body: object) => world.ask('POST', `/captive-portals/${id}/preview`, { body });

  test('it is the page that guests get once it is saved, and until then they do not', async () => {
    const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Previewed' } });
    const { id, slug } = await portal({ methods: ['voucher'], network_id: networkId });
    const gateway = { name: 'Previewed', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
    await world.made(201, 'POST', '/gateways', { body: gateway });
    const words = 'uamip=10.1.0.1&uamport=3990';
    const draft = {
      methods: ['room_surname', 'terms_only'],
      theme: { colour: '#7a1f1f' },
      languages: ['de', 'ar'],
      texts: { de: { title: 'Grüß Gott', intro: '<b>Zimmer</b> und Name' } },
      terms: { version: '1', texts: { de: 'Seid nett.' } },
      privacy_url: 'https://example.com/privacy',
      support: 'Durchwahl 9',
    };
    const { status, body } = await preview(id, { draft, style_nonce: 'n0nce' });
    expect([status, body.status, body.language, body.direction]).toEqual([200, 200, 'de', 'ltr']);
    expect((await page(`/p/${slug}`)).text).not.toContain('Grüß Gott');
    await world.made(200, 'PATCH', `/captive-portals/${id}`, { body: draft });
    const { text } = await page(`/p/${slug}?${words}`);
    const comparable = (html: string) =>
      html
        .replace('<base target="_blank">\n', '')
        .replaceAll(`${words.replaceAll('&', '&amp;')}&amp;`, '')
        .replaceAll(/nonce="[^"]*"|name="state" value="[^"]*"/g, '')
        .replaceAll('\n\n', '\n');
    expect(comparable(body.html)).toBe(comparable(text));
    expect(body.html).toContain('&lt;b&gt;Zimmer');
    expect(body.html).toContain('<style nonce="n0nce">');
    expect(body.colours).toEqual({
      colour: '#7a1f1f',
      text_colour: '#ffffff',
      contrast_with_page: 10.2,
      contrast_of_text: 10.2,
    });
  });

  test('every page of a portal, in every language, without script, and none moves on by itself', async () => {
    const group = await world.made(201, 'POST', '/user-groups', { body: { name: 'Fast' } });
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group: group.id, duration: 86_400, pay: 'room' };
    const { id } = await portal({
      methods: ['room_surname', 'voucher', 'terms_only', 'remembered'],
      tiers: [tier],
      terms: { version: '1', texts: { en: 'Be kind.' } },
    });
    const { pages } = (await preview(id, {})).body;
    expect(pages).toEqual([
      'first',
      'remembered',
      'empty',
      'refused',
      'third_fact',
      'locked',
      'tiers',
      'charge',
      'connecting',
      'not_let_in',
      'online',
      'signed_out',
      'terms',
      'away',
    ]);
    for (const each of pages)
      for (const language of portalLanguages) {
        const { status, body } = await preview(id, { page: each, language });
        expect([each, language, status, body.language]).toEqual([each, language, 200, language]);
        expect(body.html).toContain(`<html lang="${language}" dir="${body.direction}">`);
        expect(body.html).not.toMatch(/<script|http-equiv|undefined|\{\w+\}/);
      }
    expect((await preview(id, { page: 'refused' })).body).toMatchObject({ status: 422 });
    expect((await preview(id, { page: 'locked' })).body.html).toContain('Try again in 15 minutes.');
    expect((await preview(id, { page: 'empty' })).body.html).toContain('Enter your room number.');
  });

  test('what cannot be saved is told where it stands in the draft', async () => {
    const { id } = await portal();
    const draft = { theme: { colour: '#ffff00' }, texts: { de: { title: 7 } } };
    const { status, body } = await preview(id, { draft });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { pointer: '#/draft/theme/colour', detail: expect.stringContaining('its contrast is 1.1') },
      { pointer: '#/draft/texts/de/title', detail: 'must be text' },
    ]);
    expect((await preview(id, { page: 'terms' })).body.errors).toEqual([
      { pointer: '#/page', detail: expect.stringContaining('is none of this portal') },
    ]);
  });

  test('ways in that lack what they need are named', async () => {
    const { id } = await portal();
    const { body } = await preview(id, { draft: { methods: ['voucher', 'approval', 'provider'] } });
    expect(body.left_out).toEqual(['approval', 'provider']);
    expect(body.html).not.toContain('name="by" value="approval"');
  });
});

describe('what to enter at a gateway', () => {
  const setup = (id: string) => world.made(200, 'GET', `/captive-portals/${id}/setup`);
  const base = () => `http://127.0.0.1:${world.port}`;

  test('has the address of this portal, and the hosts that guests must reach before they are in', async () => {
    const provider = {
      issuer: 'https://login.microsoftonline.com/common/v2.0',
      client_id: 'usher',
      client_secret: 'x',
    };
    const body = { name: 'Entra', type: 'oidc', settings: provider };
    const { id: providerId } = await world.made(201, 'POST', '/authentication-providers', { body });
    const { id, slug } = await portal({ methods: ['provider'], privacy_url: 'https://example.com/privacy' });
    const found = await setup(id);
    expect(found.address).toBe(`${base()}/p/${slug}`);
    expect(found.walled_garden).toEqual([
      { host: '127.0.0.1', why: 'portal', name: null },
      { host: 'example.com', why: 'privacy_notice', name: null },
      { host: 'login.microsoftonline.com', why: 'provider', name: 'Entra' },
      { host: '*.msauth.net', why: 'provider', name: 'Entra' },
      { host: '*.msftauth.net', why: 'provider', name: 'Entra' },
      { host: 'aadcdn.msftauthimages.net', why: 'provider', name: 'Entra' },
    ]);
    expect(found.never).toContain('captive.apple.com');
    await world.ask('DELETE', `/authentication-providers/${providerId}`);
    await world.made(200, 'PATCH', `/captive-portals/${id}`, { body: { methods: ['voucher'] } });
    expect((await setup(id)).walled_garden).toHaveLength(2);
  });

  test('is said for every make in its own words; two makes that share a portal have an address each', async () => {
    const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Lobby' } });
    const { id, slug } = await portal({ network_id: networkId });
    const gateway = (name: string, vendor: string) =>
      world.made(201, 'POST', '/gateways', {
        body: { name, vendor, network_id: networkId, login_hosts: ['10.1.0.1'] },
      });
    await gateway('Chilli', 'coova');
    const one = await setup(id);
    expect(one.makes.find(({ vendor }: { vendor: string }) => vendor === 'coova')).toEqual({
      vendor: 'coova',
      used: true,
      settings: [
        { name: 'uamserver', kind: 'portal_address', value: `${base()}/p/${slug}` },
        { name: 'uamsecret', kind: 'shared_secret', value: null },
        { name: 'uamallowed', kind: 'walled_garden', value: '127.0.0.1' },
        { name: 'radiusserver1', kind: 'radius_server', value: null },
        { name: 'coaport', kind: 'value', value: '3799' },
      ],
    });
    for (const { vendor, settings } of one.makes) expect([vendor, settings.length > 1]).toEqual([vendor, true]);
    await gateway('Router', 'mikrotik');
    const two = await setup(id);
    const told = JSON.stringify(two.makes.find(({ vendor }: { vendor: string }) => vendor === 'mikrotik'));
    expect(told).toContain(`action=\\"${base()}/p/${slug}/mikrotik\\"`);
    expect((await page(`/p/${slug}/mikrotik`)).status).toBe(200);
  });
});
