import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UsherWorld } from '../../api/usher-world.js';
import { WorkingService } from '../../e2e/connected.js';
import { eventually } from '../../kernel/manual-clock.js';
import { AccessPoint } from '../../radius/access-point.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { type Served, serve, withFreeRadius } from '../../radius/served-radius.js';
import { CheckoutSimulator } from '../../simulators/stripe/checkout-simulator.js';
import { browse } from '../plain-browser.js';
import { makes, SmallGateway } from '../small-gateway.js';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.js';
import { type Seen, SmallBrowser } from './small-browser.js';

const coova = makes[0];
const people = { eva: { email: 'eva@example.com', email_verified: true, given_name: 'Eva', family_name: 'Novak' } };
const sheet = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

withFreeRadius('minutes of access to reach a sign-in provider', () => {
  let service: WorkingService;
  let world: UsherWorld;
  let radius: Served;
  let ap: AccessPoint;
  let gateway: SmallGateway;
  let openid: OpenIdProvider;
  let provider: string;
  let slug: string;
  let portalId: string;
  let devices = 0;

  beforeAll(async () => {
    service = await WorkingService.start();
    world = await service.world.within('House');
    ap = await AccessPoint.open();
    openid = await startOpenIdProvider(await freePort(), callback(), { people });
    const settings = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
    ({ id: provider } = await made('/authentication-providers', { name: 'Staff sign-in', type: 'oidc', settings }));
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const clients = [{ ...client, require_message_authenticator: 0 }];
    const { id: networkId } = await made('/networks', { name: 'Guest', clients });
    const terms = { version: '7', texts: { en: 'Be kind.' } };
    const portal = { name: 'Lobby', network_id: networkId, methods: ['provider'], duration: 7200, terms };
    ({ id: portalId, slug } = await made('/captive-portals', { ...portal, provider_minutes: 5 }));
    const { name, host, secrets } = coova;
    await made('/gateways', { name, network_id: networkId, vendor: name, login_hosts: [host], secrets });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
    gateway = await SmallGateway.open(coova, `http://127.0.0.1:${world.port}/p/${slug}/coova`, radius);
    ap.obey = ({ to, sessionId }) => {
      if (to === 'disconnect') void gateway.end(sessionId ?? '');
    };
  });
  afterAll(async () => {
    gateway?.close();
    await openid?.stop();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    ap?.close();
    await service?.stop();
  });

  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
  const callback = () => `http://127.0.0.1:${world.port}/sign-in/callback`;
  const newMac = () => `aa:bb:cc:40:00:${(devices += 1).toString().padStart(2, '0')}`;
  const captive = async (mac: string) => (await browse(gateway.port, { url: 'http://example.com/', mac })).location;
  const addressIn = (page: Seen) => /<p class="address" dir="ltr">([^<]+)</.exec(page.text)?.[1] ?? 'none';
  const buttonIn = (page: Seen) =>
    new URL((/<a class="button" href="([^"]*)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&'), page.url).href;
  const abortIn = (page: Seen) => new URL(/href="([^"]*\/abort)"/.exec(page.text)?.[1] ?? '', page.url).href;
  const isOutside = (url: string) => !url.startsWith('http://127.0.0.1');

  /** The guest presses the provider's button in the small window that the phone opened. */
  async function presses(
    mac: string,
    browser = new SmallBrowser(sheet),
  ): Promise<{ browser: SmallBrowser; page: Seen }> {
    const first = await browser.open(await captive(mac));
    return { browser, page: await browser.submit(first, { terms: '1' }, provider) };
  }

  /** And connects: to the page that the gateway leads to. */
  async function connects(mac: string): Promise<{ address: string; status: Seen }> {
    const { browser, page } = await presses(mac);
    const address = addressIn(page);
    // Opened again, by reloading or by the button back, it is the same page.
    expect([new URL(page.url).pathname, addressIn(await browser.open(page.url))]).toEqual([
      `/p/${slug}/minutes`,
      address,
    ]);
    const { next } = await browser.open(buttonIn(page));
    const login = await browse(gateway.port, { url: next ?? '', mac });
    expect(login.status).toBe(302);
    return { address, status: await browser.open(login.location) };
  }

  async function signsIn(address: string, browser: SmallBrowser): Promise<Seen> {
    const chosen = await browser.submit(await browser.open(address), {}, provider);
    const asked = await browser.follow(chosen, isOutside);
    const consent = await browser.submit(asked, { login: 'eva', password: 'any' });
    const seen = await browser.follow(consent, isOutside);
    return seen.next === null ? browser.follow(await browser.submit(seen), isOutside) : seen;
  }

  test('let in for them, signs in by a short address in another browser, and comes back known', async () => {
    const mac = newMac();
    const { address, status } = await connects(mac);
    expect(address).toMatch(new RegExp(String.raw`^http://127\.0\.0\.1:\d+/p/${slug}/go/[2-9A-Z]{8}$`));
    expect(status.text).toContain('This device is online until');
    expect([addressIn(status), buttonIn(status)]).toEqual([address, address]);
    expect((await browse(gateway.port, { url: 'http://example.com/', mac })).text).toBe('the web');
    const before = gateway.sessionOf(mac) ?? '';
    const registrations = async () => (await world.made(200, 'GET', '/registrations'))._embedded.registrations;
    expect(await registrations()).toMatchObject([{ method: 'provider_minutes', status: 'active', last_name: null }]);

    const back = await signsIn(address.toLowerCase().replace('/GO/', '/go/'), new SmallBrowser());
    expect([back.status, back.next]).toEqual([200, 'http://captive.apple.com/hotspot-detect.html']);
    expect(back.text).toContain('You are signed in.');
    await eventually('the minutes are over at the gateway', () =>
      ap.asked.some(({ sessionId, to }) => sessionId === before && to === 'disconnect'),
    );
    await eventually('the device is asked who it is', async () => (await captive(mac)).includes(`/p/${slug}`));

    const window = new SmallBrowser(sheet);
    const again = await window.open(await captive(mac));
    expect(again.text.indexOf('You were online here before')).toBeLessThan(again.text.indexOf('Staff sign-in'));
    const known = await window.submit(again, { terms: '1' }, 'remembered');
    expect((await browse(gateway.port, { url: known.next ?? '', mac })).status).toBe(302);
    const [online] = (await world.made(200, 'GET', '/online'))._embedded.online;
    expect(online).toMatchObject({ username: 'eva@example.com', mac });
    expect(await registrations()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'provider_minutes', status: 'ended' }),
        expect.objectContaining({ method: 'provider', status: 'active', last_name: 'Novak', terms_version: '7', mac }),
      ]),
    );
    expect((await window.open(address)).text).not.toContain('Staff sign-in');
  });

  const minutesOf = (mac: string) =>
    world.sql<{ id: string }>(`select id from registrations where mac = '${mac.replaceAll(':', '')}'
      and method = 'provider_minutes' order by since_at`);
  const endsAll = async (mac: string) => {
    for (const { id } of await minutesOf(mac)) await world.ask('DELETE', `/registrations/${id}`);
    await eventually('the device is captive', async () => (await captive(mac)).includes(`/p/${slug}`));
  };

  test('broken off at the provider, the short address is tried again and still knows the device', async () => {
    const mac = newMac();
    const { address } = await connects(mac);
    const browser = new SmallBrowser();
    const asked = await browser.follow(await browser.submit(await browser.open(address), {}, provider), isOutside);
    const away = await browser.follow(await browser.open(abortIn(asked)), isOutside);
    expect([new URL(away.url).pathname, away.status]).toEqual(['/sign-in/callback', 422]);
    expect(away.text).toContain('The sign-in did not succeed.');
    const again = await browser.follow(await browser.submit(away, {}, provider), isOutside);
    const consent = await browser.follow(await browser.submit(again, { login: 'eva', password: 'any' }), isOutside);
    const back = consent.next === null ? await browser.follow(await browser.submit(consent), isOutside) : consent;
    expect(back.text).toContain('You are signed in.');
  });

  test('let in three times in a day, a device gets none any more: the walled garden must do', async () => {
    const mac = newMac();
    // Asked for, and not gone.
    expect([addressIn((await presses(mac)).page), addressIn((await presses(mac)).page)]).not.toContain('none');
    for (let each = 0; each < 3; each += 1) {
      expect((await connects(mac)).address).toContain('/go/');
      await endsAll(mac);
    }
    const last = (await presses(mac)).page;
    expect([addressIn(last), last.next?.startsWith(openid.issuer)]).toEqual(['none', true]);
  });

  test('who writes another device’s address into the redirect uses up none of its minutes, and ends none', async () => {
    const [mac, attacker] = [newMac(), newMac()];
    const { address } = await connects(mac);
    const forged = (await captive(attacker))
      .replace(attacker.replaceAll(':', '-').toUpperCase(), mac.replaceAll(':', '-').toUpperCase())
      .replace(/&md=[^&]*/, '');
    for (let each = 0; each < 5; each += 1) {
      const browser = new SmallBrowser(sheet);
      const page = await browser.submit(await browser.open(forged), { terms: '1' }, provider);
      const { next } = await browser.open(buttonIn(page));
      // The gateway knows whose device it is, and asks RADIUS about that one.
      expect((await browse(gateway.port, { url: next ?? '', mac: attacker })).status).toBe(307);
      const [{ id }] = (await minutesOf(mac)).slice(-1);
      await world.ask('DELETE', `/registrations/${id}`);
    }
    expect((await minutesOf(mac)).length).toBe(6);
    expect(gateway.sessionOf(mac)).toBeDefined();
    expect((await new SmallBrowser().open(address)).text).toContain('Sign in with Staff sign-in');
    await endsAll(mac);
    expect((await connects(mac)).address).toContain('/go/');
  });

  test('a device that the gateway does not name gets none, nor does any where the portal gives none', async () => {
    const browser = new SmallBrowser();
    const unknown = await browser.open(`http://127.0.0.1:${world.port}/p/${slug}`);
    expect(addressIn(await browser.submit(unknown, { terms: '1' }, provider))).toBe('none');
    const path = `/captive-portals/${portalId}`;
    await world.made(200, 'PATCH', path, { body: { provider_minutes: null } });
    expect(addressIn((await presses(newMac())).page)).toBe('none');
    const tooMany = await world.ask('PATCH', path, { body: { provider_minutes: 31 } });
    expect(tooMany.status).toBe(422);
    await world.made(200, 'PATCH', path, { body: { provider_minutes: 5 } });
  });

  test('an address that nobody was given, of another portal or guessed, opens nothing', async () => {
    const { page } = await presses(newMac());
    const other = await made('/captive-portals', { name: 'Other', methods: ['provider'], provider_minutes: 5 });
    const browser = new SmallBrowser();
    const elsewhere = addressIn(page).replace(`/p/${slug}/`, `/p/${String(other.slug)}/`);
    for (const url of [elsewhere, addressIn(page).replace(/.{8}$/, 'AAAAAAAA')])
      expect([url, (await browser.open(url)).status]).toEqual([url, 410]);
  });

  describe('on the way to a payment', () => {
    const password = 'a password of hers';
    let stripe: CheckoutSimulator;
    beforeAll(async () => {
      stripe = await CheckoutSimulator.start();
      const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
      await made('/users', { username: 'anna', password, table_id: group });
      await made('/users', { username: 'berta', password, table_id: group });
      const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
      await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
      const tiers = [{ name: 'Fast', price: 490, currency: 'EUR', group, duration: 3600, pay: 'card' }];
      const body = { methods: ['provider', 'username_password'], tiers };
      await world.made(200, 'PATCH', `/captive-portals/${portalId}`, { body });
    });
    afterAll(() => stripe?.stop());

    /** Accepts the price in the small window, and connects. */
    async function acceptsPrice(
      mac: string,
      username: string,
    ): Promise<{ address: string; minutes: string; status: Seen }> {
      const browser = new SmallBrowser(sheet);
      const first = await browser.open(await captive(mac));
      const tiers = await browser.submit(first, { username, password, terms: '1' }, 'username_password');
      const page = await browser.submit(await browser.submit(tiers, {}, 'Fast'));
      expect(page.text).toContain('Your bank may ask you');
      const again = await browser.open(page.url);
      expect([addressIn(again), again.text.includes(stripe.url)]).toEqual([addressIn(page), true]);
      const { next } = await browser.open(buttonIn(page));
      const login = await browse(gateway.port, { url: next ?? '', mac });
      expect(login.status).toBe(302);
      return { address: addressIn(page), minutes: page.url, status: await browser.open(login.location) };
    }

    test('her bank is reached by minutes, in any browser; paid, she is in by what she paid for', async () => {
      const mac = newMac();
      const { address, status } = await acceptsPrice(mac, 'anna');
      expect([status.text.includes('for you to pay'), addressIn(status)]).toEqual([true, address]);
      expect((await browse(gateway.port, { url: 'http://example.com/', mac })).text).toBe('the web');

      const browser = new SmallBrowser();
      const { next: page } = await browser.open(address);
      const session = stripe.at(page ?? '');
      expect((await browser.open(session.success_url)).text).toContain('Waiting for your payment');
      stripe.pay(session);
      let back = await browser.open(session.success_url);
      await eventually('the payment is seen', async () => {
        back = await browser.open(session.success_url);
        return back.text.includes('Your payment has been received');
      });
      expect(back.next).toBe('http://captive.apple.com/hotspot-detect.html');
      await eventually('the device is asked who it is', async () => (await captive(mac)).includes(`/p/${slug}`));

      const window = new SmallBrowser(sheet);
      const known = await window.submit(await window.open(await captive(mac)), { terms: '1' }, 'remembered');
      const login = await window.follow(known, (url) => url.includes('/logon'));
      expect((await browse(gateway.port, { url: login.next ?? '', mac })).status).toBe(302);
      const [online] = (await world.made(200, 'GET', '/online?filter[mac]=' + mac))._embedded.online;
      expect(online).toMatchObject({ username: expect.stringMatching(/^paid-/), mac });
    });

    test('who turns back is charged nothing, and her minutes are over', async () => {
      const mac = newMac();
      const { address, minutes } = await acceptsPrice(mac, 'berta');
      const [browser, window] = [new SmallBrowser(), new SmallBrowser(sheet)];
      const session = stripe.at((await browser.open(address)).next ?? '');
      const page = await browser.open(session.cancel_url);
      expect([page.text.includes('nothing was charged'), session.status]).toEqual([true, 'expired']);
      // The page of her minutes knows it, too.
      expect((await window.open(minutes)).next).toBe(address);
      await eventually('the device is captive', async () => (await captive(mac)).includes(`/p/${slug}`));
    });
  });
});
