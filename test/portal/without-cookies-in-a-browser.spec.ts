import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { inBrowser } from '../browser/in-browser.js';
import { CheckoutSimulator } from '../simulators/stripe/checkout-simulator.js';
import { DrivenVendor } from '../vendor-files/driven-vendor.js';
import { WorkingService } from '../e2e/connected.js';
import { smtpAt } from '../console/alerts/alert-world.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { SmsGatewayServer } from '../provisioning/deliver/sms-gateway.js';
import { until } from '../e2e/until.js';
import { arrivalOf } from './registering-world.js';
import { portalAt, welcomingGateway, type WelcomingGateway } from './welcoming-gateway.js';

/** The shell reads no preferences. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

declare const localStorage: { setItem(name: string, value: string): void };

/** A phone whose owner has switched off cookies and all that pages could keep: no step of ours needs them. */
inBrowser('a portal without cookies')('a portal in Chromium that takes no cookies', () => {
  let service: WorkingService;
  let vendor: DrivenVendor;
  let mails: MailServer;
  let texts: SmsGatewayServer;
  let stripe: CheckoutSimulator;
  let profile: string;
  let phone: BrowserContext;
  let gateway: WelcomingGateway;
  let group: string;
  let code: string;
  let devices = 0;
  const made = (path: string, body: object) => vendor.house.world.made(201, 'POST', path, { body });

  beforeAll(async () => {
    mails = await MailServer.listening();
    texts = await SmsGatewayServer.listening();
    service = await WorkingService.start({ rateLimitPerMinute: 0, smtp: smtpAt(mails.port), baseUrl: portalAt });
    gateway = await welcomingGateway();
    vendor = await DrivenVendor.start(service, 'pms/rms', { access: { preset: 'hotel' } });
    const { world } = vendor.house;
    const sms = { url: texts.url, method: 'POST', json: { to: '{{ to }}', text: '{{ text }}' }, country_code: '43' };
    await world.made(200, 'PATCH', '/delivery-settings', { body: { sms } });
    stripe = await CheckoutSimulator.start();
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
    group = (await made('/user-groups', { name: 'Fast guests', policy: {} })).id;
    await made('/users', { username: 'eva', password: 'a password of hers', table_id: group });
    [{ code }] = (await made('/vouchers', { table_id: group, duration: 3600 }))._embedded.vouchers;
    vendor.records.add({ '/guestSurname': 'Novak', '/areaName': '412' });
    await vendor.list();
    await until('the guest has an account', async () => Object.keys(await vendor.house.accounts()).length === 2);

    profile = mkdtempSync(join(tmpdir(), 'usher-test-'));
    mkdirSync(join(profile, 'Default'));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
    const args = ['--no-sandbox', ...gateway.argsFor(world.port)];
    const options = { executablePath, args, viewport: { width: 390, height: 844 } };
    phone = await chromium.launchPersistentContext(profile, options);
  });
  afterAll(async () => {
    await phone?.close();
    gateway?.stop();
    if (profile) rmSync(profile, { recursive: true, force: true });
    await vendor?.stop();
    await service?.stop();
    await stripe?.stop();
    await mails?.close();
    await texts?.close();
  });

  async function arrives(method: string, more: object = {}): Promise<Page> {
    devices += 1;
    const { id: network_id } = await made('/networks', { name: `Network ${devices}` });
    const { slug } = await made('/captive-portals', {
      name: `House ${devices}`,
      network_id,
      methods: [method],
      ...more,
    });
    await made('/gateways', { name: `Gateway ${devices}`, network_id, vendor: 'coova', login_hosts: ['10.1.0.1'] });
    const page = await phone.newPage();
    const mac = `aa-bb-cc-12-00-${String(devices).padStart(2, '0')}`;
    await page.goto(`${portalAt}/p/${slug}?lang=en&${arrivalOf(mac)}`);
    return page;
  }
  async function types(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(value);
    const [last] = Object.keys(fields);
    await page.locator(`form:has(#${last}) button`).first().click();
  }
  async function isIn(page: Page): Promise<void> {
    await page.getByText('You are in').waitFor();
    expect(new URL(page.url()).host).toBe('10.1.0.1:3990');
    await page.close();
  }

  test('it keeps nothing', async () => {
    const page = await arrives('terms_only', { terms: { version: '1', texts: { en: 'Be kind.' } } });
    const kept = await page.evaluate(() => {
      try {
        localStorage.setItem('a', 'b');
        return 'kept';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(kept).toBe('SecurityError');
    await page.locator('#terms_only-terms').check();
    await page.locator('form:has(#terms_only-terms) button').first().click();
    await isIn(page);
    expect(await phone.cookies()).toEqual([]);
  });

  test('by room and surname, by a voucher, by name and password', async () => {
    const room = await arrives('room_surname');
    await types(room, { 'room_surname-room': '412', 'room_surname-surname': 'Novak' });
    await isIn(room);
    const voucher = await arrives('voucher');
    await types(voucher, { 'voucher-code': code });
    await isIn(voucher);
    const account = await arrives('username_password');
    await types(account, { 'username_password-username': 'eva', 'username_password-password': 'a password of hers' });
    await isIn(account);
  });

  test('by an address that is confirmed, and by a code', async () => {
    const mail = await arrives('self_registration', { confirmation: { by: 'email' } });
    await types(mail, { 'self_registration-email': 'eva@example.com' });
    await isIn(mail);
    const sms = await arrives('self_registration', { confirmation: { by: 'sms' } });
    await types(sms, { 'self_registration-phone': '+436605556677' });
    const sent = await until(
      'the code is sent',
      async () => /\b(\d{6})\b/.exec(texts.received.at(-1)?.body ?? '')?.[1],
    );
    await types(sms, { code: sent });
    await isIn(sms);
  });

  test('by choosing and paying', async () => {
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const page = await arrives('username_password', { tiers: [tier] });
    await phone.route(`${stripe.url}/c/pay/**`, async (route) => {
      const session = stripe.at(route.request().url());
      stripe.pay(session);
      await route.fulfill({ contentType: 'text/html', body: `<a href="${session.success_url}">Back</a>` });
    });
    await types(page, { 'username_password-username': 'eva', 'username_password-password': 'a password of hers' });
    await page.getByRole('button', { name: 'Fast' }).click();
    await page.getByRole('button', { name: /€4\.90/ }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await isIn(page);
  });
});
