import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { inBrowser } from '../browser/in-browser.js';
import { launchBrowser } from '../browser/installed-browser.js';
import { CheckoutSimulator } from '../simulators/stripe/checkout-simulator.js';
import { type OpenIdProvider, startOpenIdProvider } from './identity/openid-provider.js';
import { type SamlProvider, startSamlProvider } from './identity/saml-provider.js';
import { freePort } from './identity/slapd.js';
import { portalAt, welcomingGateway, type WelcomingGateway } from './welcoming-gateway.js';
import { arrivalOf, registeringWorld, type RegisteringWorld } from './registering-world.js';

const ways = ['username_password', 'terms_only', 'oidc', 'saml', 'sms', 'mail', 'approval'] as const;
type Way = (typeof ways)[number];
const methods: Readonly<Record<Way, string>> = {
  username_password: 'username_password',
  terms_only: 'terms_only',
  oidc: 'provider',
  saml: 'provider',
  sms: 'self_registration',
  mail: 'self_registration',
  approval: 'approval',
};

inBrowser('the choice of tiers in a browser')('the choice of tiers, in Chromium', () => {
  let around: RegisteringWorld;
  let stripe: CheckoutSimulator;
  let openid: OpenIdProvider;
  let saml: SamlProvider;
  let browser: Browser;
  let gateway: WelcomingGateway;
  let group: string;
  const made = async (path: string, body: object) => String((await around.world.made(201, 'POST', path, { body })).id);

  beforeAll(async () => {
    around = await registeringWorld({ baseUrl: portalAt });
    gateway = await welcomingGateway();
    browser = await launchBrowser({ args: gateway.argsFor(around.world.port) });
    stripe = await CheckoutSimulator.start();
    saml = await startSamlProvider();
    openid = await startOpenIdProvider(await freePort(), `${portalAt}/sign-in/callback`, {
      people: { eva: { given_name: 'Eva' } },
    });
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
    group = await made('/user-groups', { name: 'Fast guests', policy: {} });
    const client = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
    await made('/authentication-providers', { name: 'OpenID', type: 'oidc', settings: client });
    const document = { metadata: await saml.metadata() };
    await made('/authentication-providers', { name: 'SAML', type: 'saml', settings: document });
    await made('/users', { username: 'eva', password: 'a password of hers', table_id: group });
  });
  afterAll(async () => {
    await browser?.close();
    gateway?.stop();
    await openid?.stop();
    await saml?.stop();
    await stripe?.stop();
    await around?.close();
  });

  /** A phone in front of a portal that sells a faster tier by card; the provider answers as it does. */
  async function arrives(way: Way): Promise<Page> {
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const asked = { confirmation: { by: way === 'sms' ? 'sms' : 'email' }, approval: { domains: ['example.com'] } };
    const terms = way === 'terms_only' ? { version: '1', texts: { en: 'Be kind.' } } : null;
    const { slug } = await around.house({ methods: [methods[way]], tiers: [tier], terms, ...asked });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.route(`${saml.settings.sso_url}**`, async (route) => {
      const { url, SAMLResponse, RelayState } = await saml.answer(route.request().url());
      const fields = Object.entries({ SAMLResponse, RelayState }).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      );
      const headers = { 'content-security-policy': `form-action ${url}` };
      const body = `<form method="post" action="${url}">${fields.join('')}<button>Go on</button></form>`;
      await route.fulfill({ headers, contentType: 'text/html', body });
    });
    await page.goto(`${portalAt}/p/${slug}?lang=en&${arrivalOf(around.newMac())}`);
    return page;
  }

  async function comesIn(way: Way, page: Page): Promise<void> {
    const type = (fields: Readonly<Record<string, string>>) =>
      Object.entries(fields).reduce(
        (before, [id, value]) => before.then(() => page.locator(`#${id}`).fill(value)),
        Promise.resolve(),
      );
    const sends = (id: string) => page.locator(`form:has(#${id}) button`).first().click();
    switch (way) {
      case 'username_password':
        await type({ 'username_password-username': 'eva', 'username_password-password': 'a password of hers' });
        return sends('username_password-username');
      case 'terms_only':
        await page.locator('#terms_only-terms').check();
        return sends('terms_only-terms');
      case 'oidc':
        await page.getByRole('button', { name: 'OpenID' }).click();
        await page.locator('[name=login]').fill('eva');
        await page.locator('[name=password]').fill('any');
        await page.locator('button[type=submit]').click();
        return page.getByRole('button', { name: 'Continue' }).click();
      case 'saml':
        await page.getByRole('button', { name: 'SAML' }).click();
        return page.getByRole('button', { name: 'Go on' }).click();
      case 'sms':
        await type({ 'self_registration-phone': '+436605556677' });
        await sends('self_registration-phone');
        await page.locator('#code').waitFor();
        await around.sent();
        await type({ code: around.lastCode() });
        return sends('code');
      case 'mail':
        await type({ 'self_registration-email': 'eva@example.com' });
        return sends('self_registration-email');
      case 'approval':
        await type({ 'approval-first_name': 'Eva', 'approval-last_name': 'Berg', 'approval-host': 'host@example.com' });
        await sends('approval-host');
        await page.getByText('We are sending a message to host@example.com.').waitFor();
        await around.sent();
        await around.post(around.lastLink(), { answer: 'approve' });
    }
  }

  test.each(ways)('who came in by %s goes back to the choice, and opens it and the price again', async (way) => {
    const page = await arrives(way);
    await comesIn(way, page);
    const paid = page.getByRole('button', { name: 'Fast' });
    const accepting = page.getByRole('button', { name: /Pay|€4\.90/ });
    const free = page.getByRole('button', { name: 'Continue for free' });
    await paid.waitFor();
    await page.reload();
    await paid.click();
    await page.waitForURL(/\/price\?/);
    await accepting.waitFor();
    await page.reload();
    await accepting.waitFor();
    await page.goBack();
    await free.waitFor();
    await page.goForward();
    await accepting.waitFor();
    await page.goBack();
    await free.click();
    await page.getByText('You are in').waitFor();
    await page.goBack();
    await paid.waitFor();
    expect(stripe.sessions.size).toBe(0);
    await page.context().close();
  });
});
