import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inBrowser } from '../browser/in-browser.js';
import { launchBrowser } from '../browser/installed-browser.js';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { axeFindings, findingsInBoth, widthOf } from './axe-findings.js';

declare function getComputedStyle(element: never): { getPropertyValue(name: string): string };

inBrowser('portal pages in a browser')('portal pages in Chromium', () => {
  let world: UsherWorld;
  let browser: Browser;
  let slug: string;
  beforeAll(async () => {
    world = await usherWorld();
    browser = await launchBrowser();
    const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
    const gateway = { name: 'Lobby', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
    await world.made(201, 'POST', '/gateways', { body: gateway });
    ({ slug } = await world.made(201, 'POST', '/captive-portals', {
      body: {
        name: 'Lindenhof',
        network_id: networkId,
        methods: ['room_surname', 'voucher', 'username_password'],
        theme: { title: 'Hotel Lindenhof am See', colour: '#8a5a00' },
        terms: { version: '1', texts: { en: 'Be kind to each other.' } },
        privacy_url: 'https://example.com/privacy',
        support: 'Reception, dial 9',
      },
    }));
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  async function opened(path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${world.port}${path}`);
    return page;
  }

  const words = 'uamip=10.1.0.1&uamport=3990&mac=02-00-00-00-00-01';
  const small = { viewport: { width: 320, height: 568 } };

  test.each(['en', 'de', 'ar', 'ja'])(
    'the first page in %s has nothing that axe finds, at 320 px too',
    async (language) => {
      const page = await opened(`/p/${slug}?lang=${language}`, small);
      expect(await findingsInBoth(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await findingsInBoth(page)).toEqual([]);
      await page.context().close();
    },
  );

  test.each(['en', 'ar'])(
    'minutes to reach a provider, in %s: in the language that was chosen, and nothing that axe finds',
    async (language) => {
      const settings = { issuer: 'https://accounts.google.com', client_id: 'usher', client_secret: 'x' };
      const provider = { name: `Google ${language}`, type: 'oidc', settings };
      await world.made(201, 'POST', '/authentication-providers', { body: provider });
      const { id } = await world.made(201, 'POST', '/networks', { body: { name: language } });
      const portal = { name: `Office ${language}`, network_id: id, methods: ['provider'], provider_minutes: 5 };
      const { slug: office } = await world.made(201, 'POST', '/captive-portals', { body: portal });
      const gateway = { name: language, network_id: id, vendor: 'ruckus', login_hosts: ['10.4.0.1:9997'] };
      await world.made(201, 'POST', '/gateways', { body: gateway });
      const arrival = 'sip=10.4.0.1&client_mac=aabbcc400001&uip=10.4.0.9';
      const page = await opened(`/p/${office}?${arrival}&lang=${language}`, { ...small, locale: 'en-GB' });
      await page
        .locator('form', { hasText: `Google ${language}` })
        .locator('button')
        .click();
      const address = page.locator('.address');
      await address.waitFor();
      const direction = await page.locator('html').getAttribute('dir');
      expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
      expect(await findingsInBoth(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(320);
      await page.goto(`${await address.textContent()}?lang=${language}`);
      await page.getByRole('button', { name: `Google ${language}` }).waitFor();
      expect(await findingsInBoth(page)).toEqual([]);
      await page.context().close();
    },
  );

  test('axe finds what is wrong where something is', async () => {
    const page = await opened(`/p/${slug}`, small);
    await page.setContent('<main><input name="room"></main>');
    expect(await axeFindings(page)).not.toEqual([]);
    await page.context().close();
  });

  test('on a dark phone the page is dark, and a button in a dark colour has an edge', async () => {
    const { slug: night } = await world.made(201, 'POST', '/captive-portals', {
      body: { name: 'Nacht', methods: ['terms_only'], theme: { colour: '#123456' } },
    });
    const page = await opened(`/p/${night}`, { ...small, colorScheme: 'dark' });
    const styleOf = (selector: string, name: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element as never).getPropertyValue(property), name);
    expect(await styleOf('.page', 'background-color')).toBe('rgb(27, 27, 27)');
    expect(await styleOf('main button', 'background-color')).toBe('rgb(18, 52, 86)');
    expect(await styleOf('main button', 'border-top-color')).toBe('rgb(148, 148, 148)');
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await styleOf('.page', 'background-color')).toBe('rgb(255, 255, 255)');
    await page.context().close();
  });

  test('a page that says what is wrong, the terms and the pages without a portal have nothing either', async () => {
    const page = await opened(`/p/${slug}?lang=en`, small);
    await page.locator('#room_surname-room').fill('412');
    await page.locator('form:has(#room_surname-room) button:not(.plain)').click();
    await page.getByRole('alert').waitFor();
    expect(await findingsInBoth(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
    for (const path of [`/p/${slug}/terms`, '/p/nobody']) {
      await page.goto(`http://127.0.0.1:${world.port}${path}`);
      expect(await findingsInBoth(page)).toEqual([]);
    }
    await page.context().close();
  });

  test('without script the form is filled in, and says what is missing beside the field', async () => {
    const page = await opened(`/p/${slug}?lang=en`, { ...small, javaScriptEnabled: false });
    await page.locator('#room_surname-room').fill('412');
    await page.locator('form:has(#room_surname-room) button:not(.plain)').click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('#room_surname-surname-wrong').textContent()).toBe(
      'Enter your surname as on the booking.',
    );
    expect(await page.locator('#room_surname-room').inputValue()).toBe('412');
    await page.context().close();
  });

  test('who reads the terms first comes back to what she typed, but a password', async () => {
    const page = await opened(`/p/${slug}?lang=de&${words}`, { ...small, javaScriptEnabled: false });
    await page.locator('#room_surname-room').fill('412');
    await page.locator('#room_surname-surname').fill('Nováková');
    await page.locator('form:has(#room_surname-room) button.plain').click();
    expect(await page.locator('.terms').textContent()).toBe('Be kind to each other.');
    expect(page.url()).not.toContain('412');
    await page.getByRole('button', { name: 'Zurück' }).click();
    expect(await page.locator('#room_surname-room').inputValue()).toBe('412');
    expect(await page.locator('#room_surname-surname').inputValue()).toBe('Nováková');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.locator('#username_password-username').fill('eva');
    await page.locator('#username_password-password').fill('a secret of hers');
    await page.locator('#username_password-terms').check();
    await page.locator('form:has(#username_password-username) button.plain').click();
    expect(await page.content()).not.toContain('a secret of hers');
    await page.getByRole('button', { name: 'Zurück' }).click();
    expect(await page.locator('#username_password-username').inputValue()).toBe('eva');
    expect(await page.locator('#username_password-password').inputValue()).toBe('');
    expect(await page.locator('#username_password-terms').isChecked()).toBe(true);
    // Enter connects, and does not open the terms.
    await page.locator('#username_password-password').press('Enter');
    await page.getByRole('alert').waitFor();
    await page.context().close();
  });

  test('who changes the language keeps what she typed, but a password, and what the gateway said', async () => {
    const page = await opened(`/p/${slug}?lang=en&${words}`, { ...small, javaScriptEnabled: false });
    await page.locator('#room_surname-room').fill('412');
    await page.locator('#room_surname-terms').check();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('#room_surname-room').inputValue()).toBe('412');
    expect(await page.locator('#room_surname-terms').isChecked()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(new URL(page.url()).search).toBe(`?${words}&lang=de`);
    await page.locator('#username_password-username').fill('eva');
    await page.locator('#username_password-password').fill('a secret of hers');
    await page.locator('#username_password-password').press('Enter');
    await page.getByRole('alert').waitFor();
    await page.locator('#username_password-password').fill('a secret of hers');
    await page.getByRole('button', { name: 'Français' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    expect(await page.locator('#username_password-username').inputValue()).toBe('eva');
    expect(page.url() + (await page.content())).not.toContain('secret of hers');
    await page.context().close();
  });

  test('no cookie is set, and nothing is kept or fetched beside the page', async () => {
    const context = await browser.newContext(small);
    const page = await context.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`http://127.0.0.1:${world.port}/p/${slug}`);
    // A browser asks for its icon by itself.
    expect(asked.filter((path) => path !== '/favicon.ico')).toEqual([`/p/${slug}`]);
    expect(said.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
    expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
    await context.close();
  });
});
