import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formsIn, unescaped } from './plain-browser.js';
import { arrivalOf, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';

/** What guests do who were in before, or left something out: the page keeps what they need to go on. */
let around: RegisteringWorld;
beforeAll(async () => {
  around = await registeringWorld();
});
afterAll(async () => {
  await around?.close();
});

const password = 'a good password';
let count = 0;
async function house(fields: object) {
  const username = `guest${(count += 1)}`;
  await around.world.made(201, 'POST', '/users', { body: { username, password } });
  const { slug } = await around.house({ methods: ['username_password'], ...fields });
  const signsIn = async (query: string, more: object = {}) => {
    const { text } = await around.page(`/p/${slug}?${query}`);
    return around.post(`/p/${slug}?lang=de`, {
      state: stateIn(text),
      by: 'username_password',
      username,
      password,
      ...more,
    });
  };
  /** Where the gateway leads to afterwards. */
  const statusAfter = async (mac: string, more: object = {}) => {
    const login = new URL((await signsIn(arrivalOf(mac), more)).headers.location ?? '');
    const status = new URL(login.searchParams.get('userurl') ?? '');
    return `${status.pathname}${status.search}`;
  };
  return { slug, username, signsIn, statusAfter };
}
const stateOf = (html: string): object =>
  JSON.parse(Buffer.from(stateIn(html).split('.')[0], 'base64url').toString('utf8')) as object;
const startAgainIn = (html: string) => unescaped(/<a class="button" href="([^"]*)"/.exec(html)?.[1] ?? '');

test('a guest who signs out can start again: the gateway’s words and the language go along', async () => {
  const { slug, username, statusAfter } = await house({});
  const mac = around.newMac();
  const status = await around.page(await statusAfter(mac));
  const out = await around.post(`/p/${slug}/status?lang=de`, { state: stateIn(status.text) });
  const again = startAgainIn(out.text);
  expect(again).toContain(`mac=${mac}`);
  const first = await around.page(again);
  expect(first.text).toContain('<html lang="de"');
  const typed = { state: stateIn(first.text), by: 'username_password', username, password };
  const sent = await around.post(`/p/${slug}`, typed);
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('http://10.1.0.1:3990/logon')]);
});

test('so can one whose access an operator ended', async () => {
  const { slug, statusAfter } = await house({});
  const mac = around.newMac();
  const status = await statusAfter(mac);
  const [{ id }] = await around.registrations(slug);
  await around.world.made(204, 'DELETE', `/registrations/${String(id)}`);
  expect(startAgainIn((await around.page(status)).text)).toContain(`mac=${mac}`);
});

test('a known device that does not accept the terms still has the box for it', async () => {
  const terms = { version: '1', texts: { en: 'Be kind.' } };
  const { slug, statusAfter } = await house({ methods: ['username_password', 'remembered'], remember_days: 7, terms });
  const mac = around.newMac();
  await statusAfter(mac, { terms: '1' });
  const { text } = await around.page(`/p/${slug}?${arrivalOf(mac)}`);
  expect(text).toContain('You were online here before');
  const refused = await around.post(`/p/${slug}`, { state: stateIn(text), by: 'remembered' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('<a href="#remembered-terms">Accept the terms of use to continue.</a>');
  expect(refused.text).toContain('<input id="remembered-terms" type="checkbox"');
  const accepted = { state: stateIn(refused.text), by: 'remembered', terms: '1' };
  expect((await around.post(`/p/${slug}`, accepted)).status).toBe(303);
});

test('the summary says which field is empty', async () => {
  const { slug } = await house({ methods: ['self_registration'], fields: [{ name: 'last_name', required: 1 }] });
  const { text } = await around.asks(slug, 'self_registration', {});
  expect(text).toContain('<a href="#self_registration-last_name">Last name: Fill in this field.</a>');
  expect(text).toContain('<a href="#self_registration-email">E-mail address: Fill in this field.</a>');
  expect(text).toContain('id="self_registration-last_name-wrong">Fill in this field.</p>');
});

test('a device that no gateway named is an unknown device, not a question mark', async () => {
  const { signsIn, statusAfter } = await house({});
  const withoutMac = new URLSearchParams(arrivalOf(around.newMac()));
  withoutMac.delete('mac');
  await signsIn(withoutMac.toString());
  const { text } = await around.page(await statusAfter(around.newMac()));
  expect(text).toContain('ein unbekanntes Gerät: ');
  expect(text).not.toContain('>?');
});

test('a time in UTC says so, one by the clock of the house does not', async () => {
  const { statusAfter } = await house({ duration: 3600 });
  const world = around.world;
  await world.made(201, 'POST', '/users', {
    body: { username: 'until-noon', password, valid_until: '2040-06-01T12:00:00Z' },
  });
  const status = await statusAfter(around.newMac(), { username: 'until-noon' });
  expect((await around.page(status)).text).toContain('1. Juni 2040 um 12:00 UTC');
  const [organization] = (await world.made(200, 'GET', '/organizations'))._embedded.organizations;
  await world.made(200, 'PATCH', `/organizations/${organization.id}`, { body: { time_zone: 'Europe/Vienna' } });
  const house2 = await house({});
  const later = await house2.statusAfter(around.newMac(), { username: 'until-noon' });
  const { text } = await around.page(later);
  expect(text).toContain('1. Juni 2040 um 14:00');
  expect(text).not.toContain('UTC');
});

test('the terms lead back to the page with what the gateway said', async () => {
  const { slug } = await house({ terms: { version: '1', texts: { en: 'Be kind.' } } });
  const mac = around.newMac();
  const { text } = await around.page(`/p/${slug}?${arrivalOf(mac)}&lang=de`);
  const address = unescaped(/formaction="([^"]*\/terms[^"]*)"/.exec(text)?.[1] ?? '');
  const typed = { state: stateIn(text), by: 'username_password', username: 'eva', password: 'not to be kept' };
  const terms = await around.post(address, typed);
  expect([terms.status, terms.text]).toEqual([200, expect.stringContaining('Be kind.')]);
  const [back] = formsIn(terms.text);
  expect(terms.text).not.toContain(typed.password);
  const again = await around.post(back.action, back.fields);
  expect([again.status, again.text]).toEqual([200, expect.stringContaining('<html lang="de"')]);
  expect(again.text).toContain('value="eva"');
  expect(JSON.stringify(stateOf(again.text))).toContain(`mac=${mac}`);
  // Where the gateway's words are lost, the terms are shown all the same.
  expect((await around.post(address, {})).text).toContain('Be kind.');
  expect((await around.page(`/p/${slug}/terms`)).text).not.toContain('button plain');
});

test('so they do to the further detail that was asked for, and to the box beside a provider', async () => {
  const settings = { issuer: 'https://login.example.com', client_id: 'usher', client_secret: 'x' };
  const provider = { name: 'Staff', type: 'oidc', settings };
  const { id } = await around.world.made(201, 'POST', '/authentication-providers', { body: provider });
  const { slug } = await house({
    methods: ['room_surname', 'provider'],
    terms: { version: '1', texts: { en: 'Be kind.' } },
  });
  const state = stateIn((await around.page(`/p/${slug}?${arrivalOf(around.newMac())}`)).text);
  const throughTerms = async (typed: Record<string, string>) => {
    const [back] = formsIn((await around.post(`/p/${slug}/terms?lang=en`, { state, ...typed })).text);
    return around.post(back.action, back.fields);
  };
  const inFrench = (typed: Record<string, string>) =>
    around.post(`/p/${slug}?lang=fr`, { state, ...typed, show_again: '' });
  for (const lead of [throughTerms, inFrench]) {
    const typed = { by: 'room_surname', room: '412', surname: 'Novak' };
    const { text } = await lead({ ...typed, asked_for: 'departure', third_fact: '2026-12-01' });
    expect(text).toContain('name="third_fact" type="date" value="2026-12-01"');
    expect(text).toContain('<input type="hidden" name="asked_for" value="departure">');
    const { status, text: boxes } = await lead({ by: 'provider', provider: id, terms: '1' });
    expect([status, /id="([^"]*)-terms" [^>]* checked>/.exec(boxes)?.[1]]).toEqual([200, id]);
  }
});
