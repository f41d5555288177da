import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HeardChanges } from '../../src/database/heard-changes.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { machineMilliseconds } from '../kernel/machine-time.js';

let world: UsherWorld;
let slug: string;
let portalId: string;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  world.app.get(HeardChanges).start();
  const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
  const portal = { name: 'House', slug: 'house', network_id: networkId, methods: ['voucher'] };
  ({ slug, id: portalId } = await world.made(201, 'POST', '/captive-portals', { body: portal }));
  const gateway = { name: 'Lobby', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await world.made(201, 'POST', '/gateways', { body: gateway });
});
afterAll(async () => {
  await world.app.get(HeardChanges).stop();
  await world.close();
});

const page = (path: string, headers: Record<string, string> = {}) => world.ask('GET', path, { token: null, headers });
const stateIn = (html: string) => /name="state" value="([^"]*)"/.exec(html)?.[1] ?? '';
const post = (path: string, fields: Record<string, string>) =>
  world.ask('POST', path, {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
const redirectOf = (more: string) =>
  `res=notyet&uamip=10.1.0.1&uamport=3990&challenge=0123456789abcdef0123456789abcdef&mac=AA-BB-CC-00-11-22&${more}`;

let group: string | undefined;
async function voucher(): Promise<string> {
  group ??= String((await world.made(201, 'POST', '/user-groups', { body: { name: 'Guests' } })).id);
  const made = await world.made(201, 'POST', '/vouchers', { body: { table_id: group, duration: 3600 } });
  return String(made.code ?? made._embedded?.vouchers[0].code);
}

test('10,000 arrivals within a minute from one address are all answered, and so is the API meanwhile', async () => {
  const statuses = new Map<number, number>();
  let left = 10_000;
  const arrive = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await page(`/p/${slug}?${redirectOf(`session=${left}`)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const took = await machineMilliseconds(async () => {
    const arriving = Array.from({ length: 8 }, arrive);
    for (let asked = 0; asked < 50; asked += 1)
      expect((await world.ask('GET', '/dictionary?page_size=1')).status).toBe(200);
    await Promise.all(arriving);
  });
  expect(Object.fromEntries(statuses)).toEqual({ 200: 10_000 });
  expect(took).toBeLessThan(60_000);
});

describe('what a redirect carries', () => {
  test.each([
    ['a line break in the address the guest wanted', 'userurl=http%3A%2F%2Fa.example%2F%0d%0aSet-Cookie%3A%20seen%3D1'],
    ['a line break in the language', 'lang=de%0d%0aSet-Cookie:%20seen=1'],
    ['a line break in a name', '%0d%0aSet-Cookie%3A+seen%3D1=1'],
    ['a line break in the device', 'mac=%0d%0aSet-Cookie:%20seen=1'],
  ])('%s adds no header to any answer', async (_, more) => {
    const first = await page(`/p/${slug}?${redirectOf(more)}`);
    const sent = await post(`/p/${slug}`, { state: stateIn(first.text), by: 'voucher', code: await voucher() });
    for (const { headers } of [first, sent]) {
      expect(headers['set-cookie']).toBeUndefined();
      expect(JSON.stringify(headers)).not.toMatch(/[\r\n]|seen=1(?!\d)["},]/);
    }
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'http://10.1.0.1@evil.example/',
    'data:text/html,x',
  ])('a wanted address of %s leads nobody there', async (wanted) => {
    const first = await page(`/p/${slug}?${redirectOf(`userurl=${encodeURIComponent(wanted)}`)}`);
    const linksIn = (html: string) => [...html.matchAll(/(?:href|action|content)="([^"]*)"/g)].map(([, url]) => url);
    const isThere = (url: string) => /^(?:\d+; url=)?(?:[a-z]+:)?\/\/[^/]*evil|^javascript:|^data:/i.test(url);
    expect(linksIn(first.text).filter(isThere)).toEqual([]);
    const sent = await post(`/p/${slug}`, { state: stateIn(first.text), by: 'voucher', code: await voucher() });
    const login = new URL(sent.headers.location ?? '');
    expect(login.host).toBe('10.1.0.1:3990');
    const back = new URL(login.searchParams.get('userurl') ?? '');
    expect(back.host).toBe(`127.0.0.1:${world.port}`);
    const status = await page(back.pathname + back.search);
    expect(linksIn(status.text).filter(isThere)).toEqual([]);
  });
});

test.each([
  ['code', { by: 'voucher', code: 'K7\r\nSet-Cookie: seen=1' }],
  ['way in', { by: 'voucher\r\nSet-Cookie: seen=1', code: 'K7' }],
  ['name of a field', { by: 'voucher', 'code\r\nSet-Cookie: seen=1': 'K7' }],
  ['state', { by: 'voucher', code: 'K7', state: 'a.b\r\nSet-Cookie: seen=1' }],
])('a line break in the %s adds no header to the answer', async (_, typed) => {
  const first = await page(`/p/${slug}?${redirectOf('')}`);
  const { status, headers } = await post(`/p/${slug}`, { state: stateIn(first.text), ...typed });
  expect(status).toBeLessThan(500);
  expect(headers['set-cookie']).toBeUndefined();
  expect(JSON.stringify(headers)).not.toMatch(/[\r\n]|seen=1/);
});

describe('what cannot be stored', () => {
  const ways: Readonly<Record<string, readonly string[]>> = {
    room_surname: ['room', 'surname', 'third_fact'],
    voucher: ['code'],
    username_password: ['username', 'password'],
    self_registration: ['email', 'phone', 'company'],
    approval: ['first_name', 'last_name', 'host'],
    remembered: [],
    provider: ['provider'],
  };
  let open: string;
  beforeAll(async () => {
    const body = { name: 'Open', slug: 'open-house', methods: ['room_surname', 'voucher', 'username_password'] };
    ({ slug: open } = await world.made(201, 'POST', '/captive-portals', { body }));
  });
  const hostile = (how: string) => how.repeat(how === '\0' ? 1 : 3000);
  const names = { '\0': 'a zero byte', '%': 'nothing but percent signs', 'é\u202e': 'letters that turn the line' };

  test.each(Object.entries(names))('%j (%s) in a form is answered by a page', async (how) => {
    const { text } = await page(`/p/${open}?${redirectOf('')}`);
    const sent = Object.entries(ways).flatMap(([by, fields]) =>
      [...fields, 'by', 'lang', 'device', 'tier'].map((name) => ({ state: stateIn(text), by, [name]: hostile(how) })),
    );
    for (const typed of sent)
      for (const at of ['', '/status', '/code', '/tiers', '/pay', '/cancel', `/confirm/${encodeURIComponent(how)}`]) {
        const answer = await post(`/p/${open}${at}`, typed);
        expect([typed, at, answer.status < 500, answer.headers['content-type']]).toEqual([
          typed,
          at,
          true,
          'text/html; charset=utf-8',
        ]);
      }
  });

  test.each(Object.entries(names))('%j (%s) in an address is answered by a page', async (how) => {
    const said = encodeURIComponent(hostile(how).slice(0, 1900));
    const parameters = ['mac', 'ip', 'called', 'ssid', 'nasid', 'userurl', 'uamip', 'challenge', 'lang', 'code', 's'];
    const first = parameters.map((name) => `/p/${slug}?${redirectOf('').replace(`${name}=`, 'x=')}&${name}=${said}`);
    const word = encodeURIComponent(how.repeat(9));
    const paths = [
      '',
      '/status',
      '/wait',
      '/connecting',
      '/again',
      '/tiers',
      '/price',
      '/pay',
      '/cancel',
      '/terms',
      `/${word}`,
    ];
    const others = [`/p/${word}`, `/capport/${word}`, `/guest/s/${word}?id=${said}`, `/sign-in/callback?state=${said}`];
    const go = [`/p/${slug}/go/${word}`, `/p/${slug}/confirm/${word}`, `/p/${slug}/pictures/${word}`];
    for (const path of [...first, ...paths.map((each) => `/p/${slug}${each}?s=${said}`), ...others, ...go]) {
      const { status, headers } = await page(path);
      expect([path, status < 500, headers['content-type']]).toEqual([path, true, 'text/html; charset=utf-8']);
    }
  });
});

test('script in any text of a portal is text on every page of it', async () => {
  const hostile = (where: string) => `${where}"><script>a()</script><img src=x onerror=a()>`;
  const sms = { url: 'https://sms.example.com/', method: 'POST', json: { to: '{{ to }}', text: '{{ text }}' } };
  await world.made(200, 'PATCH', '/delivery-settings', { body: { sms } });
  const { id: fast } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Fast' } });
  const tier = { price: 490, currency: 'EUR', group: fast, duration: 3600, pay: 'room' };
  const fields = {
    name: hostile('name'),
    methods: ['self_registration', 'room_surname', 'voucher', 'terms_only', 'remembered'],
    confirmation: { by: 'sms', countries: ['+43'] },
    fields: [{ name: 'company', reason: { en: hostile('reason') } }],
    marketing: { version: hostile('v'), texts: { en: hostile('marketing') } },
    theme: { title: hostile('theme') },
    texts: { en: { title: hostile('title'), intro: hostile('intro'), success: hostile('success') } },
    terms: { version: hostile('version'), texts: { en: hostile('terms') } },
    support: hostile('support'),
    tiers: [{ ...tier, name: hostile('tier') }],
  };
  const { id } = await world.made(201, 'POST', '/captive-portals', { body: fields });
  const preview = async (body: object) =>
    (await world.made(200, 'POST', `/captive-portals/${id}/preview`, { body })) as { html: string; pages: string[] };
  const { pages } = await preview({});
  const shown = await Promise.all(pages.map(async (each) => (await preview({ page: each, language: 'en' })).html));
  for (const html of shown) expect(html).not.toMatch(/<script|<img/);
  const all = shown.join('\n');
  const places = ['name', 'reason', 'marketing', 'title', 'intro', 'success', 'version', 'terms', 'support', 'tier'];
  expect(places.filter((where) => !all.includes(`${where}&quot;&gt;&lt;script&gt;`))).toEqual([]);
});

test('the state of one guest signs nobody else in or out', async () => {
  const first = await page(`/p/${slug}?${redirectOf('')}`);
  const sent = await post(`/p/${slug}`, { state: stateIn(first.text), by: 'voucher', code: await voucher() });
  const back = new URL(new URL(sent.headers.location ?? '').searchParams.get('userurl') ?? '');
  const other = { 'user-agent': 'Another Phone/1.0' };
  expect((await page(back.pathname + back.search, other)).text).toContain('You are not signed in');
  const status = await page(back.pathname + back.search);
  const stolen = await world.ask('POST', back.pathname, {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...other },
    body: new URLSearchParams({ state: stateIn(status.text) }).toString(),
  });
  expect(stolen.text).not.toContain('You are signed out.');
  expect((await page(back.pathname + back.search)).text).toContain('You are online');
});

describe('a picture', () => {
  const drawing = (inner: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
  const put = (body: string | Buffer, type = 'image/svg+xml') =>
    world.ask('PUT', `/captive-portals/${portalId}/logo`, {
      body: Buffer.from(body),
      headers: { 'content-type': type },
    });

  test.each([
    ['script', drawing('<script>alert(1)</script>')],
    ['an event handler', drawing('<rect/>', 'onload="alert(1)"')],
    ['an event handler in capitals', drawing('<rect ONCLICK="alert(1)"/>')],
    ['an embedded document', drawing('<foreignObject><iframe src="https://evil.example"/></foreignObject>')],
    ['a picture from elsewhere', drawing('<image href="https://evil.example/x.png"/>')],
    ['a reference to elsewhere', drawing('<use xlink:href="https://evil.example/x.svg#a"/>')],
    ['a link that is script', drawing('<a href="javascript:alert(1)"><text>x</text></a>')],
    ['an import in its style', drawing('<style>@import "https://evil.example/x.css";</style>')],
    ['an escaped import in its style', drawing(String.raw`<style>@\69mport "https://evil.example/x.css";</style>`)],
    ['an import that a comment divides', drawing('<style>@im<!-- -->port "https://evil.example/x.css";</style>')],
    ['an import that CDATA divides', drawing('<style>@im<![CDATA[port "https://evil.example/x.css"]]>;</style>')],
    ['an import after an element', drawing('<style><title/>@import "https://evil.example/x.css";</style>')],
    ['an image set', drawing('<style>svg{background:image-set("https://evil.example/x" 1x)}</style>')],
    ['an address in an attribute', drawing('<rect fill="url(https://evil.example/x)"/>')],
    ['an animation of an address', drawing('<a><animate attributeName="href" values="javascript:alert(1)"/></a>')],
    ['a document type with entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${drawing('&x;')}`],
    ['a style sheet of its own', `<?xml-stylesheet href="https://evil.example/x.css"?>${drawing('')}`],
    ['elements of another language', '<svg xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></svg>'],
    ['tags that do not close', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
  ])('that has %s is refused', async (_, svg) => {
    const { status, body } = await put(svg);
    expect([status, body.errors?.[0]?.detail ?? body.detail]).toEqual([422, expect.stringContaining('The SVG')]);
  });

  test.each([
    ['HTML that is called PNG', '<html><script>alert(1)</script></html>', 'image/png'],
    ['GIF', Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex'), 'image/gif'],
    ['nothing', '', 'image/png'],
    [
      'a PNG of 60,000 by 60,000 pixels',
      Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600806000000', 'hex'),
      'image/png',
    ],
  ])('that is %s is refused', async (_, bytes, type) => {
    expect((await put(bytes, type)).status).toBe(422);
  });

  test('of more bytes than a page has room for is refused, and the one before stays', async () => {
    const plain = drawing('<rect width="10" height="10" fill="#123456"/>');
    const { status, body } = await put(plain);
    expect(status).toBe(200);
    expect((await put(drawing('<rect/>'.repeat(3000)))).status).toBe(413);
    expect((await world.ask('GET', `/captive-portals/${portalId}`)).body.logo).toEqual(body.logo);
  });

  test('is served as what its bytes are, where it may do nothing', async () => {
    const { body } = await put(drawing('<rect width="10" height="10"/>'), 'text/html');
    const { status, headers } = await page(new URL(body.logo, `http://127.0.0.1:${world.port}`).pathname);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/svg+xml',
      'nosniff',
    ]);
    expect(headers['content-security-policy']).toContain('sandbox');
  });
});
