import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { CheckoutSimulator } from '../simulators/stripe/checkout-simulator.js';
import { type OpenIdProvider, startOpenIdProvider } from './identity/openid-provider.js';
import { type SamlProvider, startSamlProvider } from './identity/saml-provider.js';
import { freePort, hasSlapd, people, type Slapd, startSlapd } from './identity/slapd.js';
import { type Seen, SmallBrowser } from './identity/small-browser.js';
import { formsIn, linksIn, unescaped } from './plain-browser.js';
import { arrivalOf, registeringWorld, type RegisteringWorld } from './registering-world.js';

type Way = 'oidc' | 'saml' | 'ldap' | 'sms' | 'mail' | 'approval';
const methods: Readonly<Record<Way, string>> = {
  oidc: 'provider',
  saml: 'provider',
  ldap: 'provider',
  sms: 'self_registration',
  mail: 'self_registration',
  approval: 'approval',
};
const free = 'Continue for free';
const phone = '+436605556677';
const host = 'host@example.com';

let around: RegisteringWorld;
let stripe: CheckoutSimulator;
let openid: OpenIdProvider;
let saml: SamlProvider;
let slapd: Slapd | undefined;
let group: string;
const providers: Partial<Record<Way, string>> = {};
let browser: SmallBrowser;

beforeAll(async () => {
  around = await registeringWorld();
  stripe = await CheckoutSimulator.start();
  const callback = 'https://wifi.example.com/sign-in/callback';
  openid = await startOpenIdProvider(await freePort(), callback, { people: { eva: { given_name: 'Eva' } } });
  saml = await startSamlProvider();
  const add = async (path: string, body: object) => String((await around.world.made(201, 'POST', path, { body })).id);
  const keys = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
  await add('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets: keys });
  group = await add('/user-groups', { name: 'Fast guests', policy: {} });
  const client = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
  providers.oidc = await add('/authentication-providers', { name: 'OpenID', type: 'oidc', settings: client });
  const document = { metadata: await saml.metadata() };
  providers.saml = await add('/authentication-providers', { name: 'SAML', type: 'saml', settings: document });
  if (!hasSlapd() && !process.env.CI) return;
  slapd = await startSlapd(people);
  const bind = { bind_dn: 'cn=admin,dc=example,dc=com', bind_password: 'secret-of-the-admin' };
  const directory = { url: `ldap://127.0.0.1:${slapd.port}`, base_dn: 'dc=example,dc=com', ...bind };
  providers.ldap = await add('/authentication-providers', { name: 'LDAP', type: 'ldap', settings: directory });
});
afterAll(async () => {
  await slapd?.stop();
  await saml?.stop();
  await openid?.stop();
  await stripe?.stop();
  await around?.close();
});

/** A portal that sells a faster tier by card. */
async function lobby(way: Way, more: object = {}): Promise<string> {
  const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
  const asked = { confirmation: { by: way === 'sms' ? 'sms' : 'email' }, approval: { domains: ['example.com'] } };
  const { slug } = await around.house({ methods: [methods[way]], tiers: [tier], ...asked, ...more });
  return slug;
}

/** Pages name the public address; here it is this service. */
const here = (url: string) => url.replace('https://wifi.example.com', `http://127.0.0.1:${around.world.port}`);
const arrives = (slug: string, mac: string) =>
  browser.open(here(`https://wifi.example.com/p/${slug}?${arrivalOf(mac)}`));
const buttonsIn = ({ text }: Seen) => [...text.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => unescaped(label));
/** By its name. */
function presses(page: Seen, name: string, typed: Readonly<Record<string, string>> = {}): Promise<Seen> {
  const labels = [...page.text.matchAll(/<form [\s\S]*?<\/form>/g)].map(([form]) => unescaped(form));
  const place = labels.findIndex((form) => form.includes(name));
  const { action, fields } = formsIn(page.text)[place];
  return browser.open(new URL(action, page.url).href, { ...fields, ...typed });
}
/** To the gateway's login, which is not opened. */
const leadsTo = ({ text, next }: Seen) =>
  new URL(next ?? unescaped(/href="(http:\/\/10\.1\.0\.1:3990[^"]*)"/.exec(text)?.[1] ?? 'http://nowhere'));

/** Proves who the guest is, in that way: what she sees then. */
async function comesIn(way: Way, slug: string, mac: string): Promise<Seen> {
  const page = await arrives(slug, mac);
  switch (way) {
    case 'oidc': {
      const isBack = (url: string) => url.startsWith('https://wifi.example.com');
      const leaving = await browser.submit(page, {}, providers.oidc);
      // Whom the provider knows already, it sends back at once.
      const form = await browser.follow(leaving, isBack);
      if (form.next) return browser.open(here(form.next));
      const agreed = await browser.follow(await browser.submit(form, { login: 'eva', password: 'any' }), isBack);
      const back = agreed.next ? agreed : await browser.follow(await browser.submit(agreed), isBack);
      return browser.open(here(back.next ?? ''));
    }
    case 'saml': {
      const leaving = await browser.submit(page, {}, providers.saml);
      const { url, SAMLResponse, RelayState } = await saml.answer(leaving.next ?? '');
      return browser.open(here(url), { SAMLResponse, RelayState: RelayState ?? '' });
    }
    case 'ldap':
      return browser.submit(page, { username: 'anna', password: 'right password' }, 'username_password');
    case 'sms': {
      const form = await browser.submit(page, { phone }, 'self_registration');
      if (form.next) return form;
      await around.sent();
      return browser.submit(form, { code: around.lastCode() });
    }
    case 'mail':
      return browser.submit(page, { email: `${mac}@example.com` }, 'self_registration');
    case 'approval': {
      const names = { first_name: 'Eva', last_name: 'Berg', host };
      const waiting = await browser.submit(page, names, 'approval');
      await around.sent();
      await around.post(around.lastLink(), { answer: 'approve' });
      return browser.open(waiting.next ?? '');
    }
  }
}

/** Accepts the price, pays, and is back. */
async function pays(choice: Seen): Promise<Seen> {
  const price = await presses(choice, 'Fast');
  const leading = await browser.submit(price);
  const url = linksIn(leading.text);
  const session = stripe.at(url.find((each) => each.startsWith(stripe.url)) ?? '');
  stripe.pay(session);
  return browser.open(here(session.success_url));
}

const ways: readonly Way[] = ['oidc', 'saml', 'ldap', 'sms', 'mail', 'approval'];
const can = (way: Way) => way !== 'ldap' || hasSlapd() || Boolean(process.env.CI);

describe.each(ways.filter(can))('who comes in by %s', (way) => {
  test('may go on for free', async () => {
    browser = new SmallBrowser();
    const slug = await lobby(way);
    const choice = await comesIn(way, slug, around.newMac());
    expect([choice.status, buttonsIn(choice)]).toEqual([200, [expect.stringMatching(/Fast.*1 day.*4\.90/), free]]);
    // It has an address of its own, for the button back and for opening it again.
    expect(new URL(choice.url).pathname).toBe(`/p/${slug}/tiers`);
    const again = await browser.open(choice.url);
    expect([again.status, buttonsIn(again)]).toEqual([200, buttonsIn(choice)]);
    const login = leadsTo(await presses(again, free));
    expect(login.host).toBe('10.1.0.1:3990');
    expect(login.searchParams.get('username')).not.toMatch(/^paid-/);
  });

  test('may pay for more, and comes back to it without paying again', async () => {
    browser = new SmallBrowser();
    const [slug, mac] = [await lobby(way), around.newMac()];
    const entered = leadsTo(await pays(await comesIn(way, slug, mac)));
    const username = entered.searchParams.get('username');
    expect([entered.host, username]).toEqual(['10.1.0.1:3990', expect.stringMatching(/^paid-/)]);
    const [registered] = (await around.registrations(slug)).filter(({ tier }) => tier === 'Fast');
    expect(registered).toMatchObject({ method: methods[way], price: 490, pay: 'card', seconds: 86_400 });

    const sessions = stripe.sessions.size;
    let again = await comesIn(way, slug, mac);
    for (let steps = 0; steps < 4 && !leadsTo(again).href.includes('10.1.0.1'); steps += 1)
      again = await browser.open(here(again.next ?? ''));
    expect([leadsTo(again).searchParams.get('username'), stripe.sessions.size]).toEqual([username, sessions]);
  });
});

test('the address of a choice is good for an hour, and in no other browser', async () => {
  browser = new SmallBrowser();
  const choice = await comesIn('mail', await lobby('mail'), around.newMac());
  const [price, sessions] = [await presses(choice, 'Fast'), stripe.sessions.size];
  const [accepting] = formsIn(price.text);
  const elsewhere = new SmallBrowser('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0');
  expect((await elsewhere.open(choice.url)).status).toBe(403);
  expect((await elsewhere.open(price.url)).status).toBe(403);
  for (const url of [choice.url, price.url]) expect((await browser.open(url)).status).toBe(200);
  const clock = around.world.app.get(Clock);
  jest.spyOn(clock, 'milliseconds').mockReturnValue(Date.now() + 61 * 60_000);
  for (const url of [choice.url, price.url]) {
    const late = await browser.open(url);
    expect([late.status, late.text]).toEqual([403, expect.stringContaining('This page was open for too long.')]);
    // Back to where the gateway had led her.
    expect(unescaped(late.text)).toContain('uamip=10.1.0.1');
  }
  const late = await browser.open(new URL(accepting.action, price.url).href, accepting.fields);
  expect([late.status, stripe.sessions.size]).toEqual([403, sessions]);
  jest.restoreAllMocks();
});

test('a portal without tiers asks nobody', async () => {
  browser = new SmallBrowser();
  const login = leadsTo(await comesIn('oidc', await lobby('oidc', { tiers: [] }), around.newMac()));
  expect(login.host).toBe('10.1.0.1:3990');
});

test('who paid before the ten minutes of her mail are over stays by what she paid for', async () => {
  browser = new SmallBrowser();
  const [slug, mac] = [await lobby('mail'), around.newMac()];
  const entered = leadsTo(await pays(await comesIn('mail', slug, mac)));
  const username = entered.searchParams.get('username');
  const status = await browser.open(here(entered.searchParams.get('userurl') ?? ''));
  expect(status.text).toContain('You are online until');
  // A mail that nobody opens ends nothing of it.
  expect(status.text).not.toContain(`${mac}@example.com`);
  await around.world.sql(
    `update users set valid_until = now() - interval '1 minute' where username not like 'paid-%' and email = $1`,
    [`${mac}@example.com`],
  );
  let again = await comesIn('mail', slug, mac);
  for (let steps = 0; steps < 4 && !leadsTo(again).href.includes('10.1.0.1'); steps += 1)
    again = await browser.open(here(again.next ?? ''));
  await around.sent();
  const mails = around.mails.mails.filter(({ to }) => to.includes(`${mac}@example.com`));
  expect([leadsTo(again).searchParams.get('username'), mails.length]).toEqual([username, 1]);
});

test('nobody buys past a host who has not answered', async () => {
  browser = new SmallBrowser();
  const slug = await lobby('approval', { approval: { domains: ['example.com'], minutes: 10 } });
  const names = { first_name: 'Eva', last_name: 'Berg', host };
  const login = leadsTo(await browser.submit(await arrives(slug, around.newMac()), names, 'approval'));
  expect(login.host).toBe('10.1.0.1:3990');
});
