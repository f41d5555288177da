import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { inBrowser } from '../browser/in-browser.js';
import { launchBrowser } from '../browser/installed-browser.js';
import { CheckoutSimulator } from '../simulators/stripe/checkout-simulator.js';
import { findingsInBoth, widthOf } from './axe-findings.js';
import { arrivalOf, registeringWorld, type RegisteringWorld } from './registering-world.js';

inBrowser('registering in a browser')('the pages of who registers, in Chromium', () => {
  let around: RegisteringWorld;
  let browser: Browser;
  beforeAll(async () => {
    around = await registeringWorld();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await around?.close();
  });

  async function opened(path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 320, height: 568 } });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${around.world.port}${path}`);
    return page;
  }
  async function isSound(page: Page, besides: readonly string[] = []): Promise<void> {
    expect(await findingsInBoth(page, besides)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
  }
  const fields = [{ name: 'last_name', required: 1, reason: { en: 'So that we may greet you.' } }, { name: 'company' }];
  const marketing = { version: '1', texts: { en: 'You may send me news.', ar: 'يمكنكم مراسلتي.' } };

  test.each(['en', 'ar'])('a code by SMS: the form, what is wrong, the code, a wrong code (%s)', async (language) => {
    const { slug } = await around.house({
      fields,
      marketing,
      confirmation: { by: 'sms' },
      methods: ['self_registration', 'voucher'],
    });
    const page = await opened(`/p/${slug}?lang=${language}&${arrivalOf(around.newMac())}`);
    await isSound(page);
    await page.locator('form:has(#self_registration-phone) button').click();
    await isSound(page);
    expect(await page.locator('#self_registration-marketing').isChecked()).toBe(false);
    await page.locator('#self_registration-last_name').fill('Novák');
    await page.locator('#self_registration-phone').fill('0660 555 66 77');
    await page.locator('form:has(#self_registration-phone) button').click();
    await isSound(page);
    await page.locator('#code').fill('000000');
    await page.locator('form:has(#code) button').click();
    expect(await page.locator('#code').getAttribute('aria-invalid')).toBe('true');
    await isSound(page);
    // Back to the page that asked for it, which may be loaded again.
    await page.goBack();
    expect(await page.locator('#code').getAttribute('aria-invalid')).toBe(null);
    await page.reload();
    await page.locator('#code').waitFor();
    // It was a wrong number: the form comes back as it was, and another number gets a code.
    await page.locator('form button').last().click();
    expect(await page.locator('#self_registration-last_name').inputValue()).toBe('Novák');
    const phone = page.locator('#self_registration-phone');
    expect(await phone.inputValue()).toBe('+436605556677');
    await phone.fill('0660 555 66 88');
    await page.locator('form:has(#self_registration-phone) button').click();
    await page.getByText('+436605556688').waitFor();
    await page.context().close();
  });

  test('back from the page for the code there is the form that was refused before, as it was', async () => {
    const { slug } = await around.house({ fields, confirmation: { by: 'sms' } });
    const page = await opened(`/p/${slug}?${arrivalOf(around.newMac())}`);
    const phone = page.locator('#self_registration-phone');
    const send = page.locator('form:has(#self_registration-phone) button');
    await page.locator('#self_registration-last_name').fill('Novák');
    await phone.fill('12');
    await send.click();
    await page.locator('#self_registration-phone[aria-invalid=true]').waitFor();
    await phone.fill('0660 555 66 11');
    await send.click();
    await page.locator('#code').waitFor();
    await page.goBack();
    await page.locator('#self_registration-phone[aria-invalid=true]').waitFor();
    expect(await page.locator('#self_registration-last_name').inputValue()).toBe('Novák');
    await phone.fill('0660 555 66 22');
    await send.click();
    await page.getByText('+436605556622').waitFor();
    await page.context().close();
  });

  test('back from the page for the code there is the form, and forward that page again', async () => {
    const { slug } = await around.house({ confirmation: { by: 'sms' } });
    const page = await opened(`/p/${slug}?${arrivalOf(around.newMac())}`);
    const phone = page.locator('#self_registration-phone');
    await phone.fill('0660 555 66 99');
    await page.locator('form:has(#self_registration-phone) button').click();
    await page.locator('#code').waitFor();
    await page.goBack();
    await phone.waitFor();
    await page.goForward();
    await page.getByText('+436605556699').waitFor();
    await page.locator('#code').fill(await around.codeTo('+436605556699'));
    const login = page.waitForRequest(/^http:\/\/10\.1\.0\.1:3990\/logon/);
    await page.locator('form:has(#code) button').click({ noWaitAfter: true });
    expect(new URL((await login).url()).searchParams.get('username')).toMatch(/^guest-/);
    await page.context().close();
  });

  test.each([
    ['en', true],
    ['ar', false],
    ['ja', false],
  ])('who registers chooses between free and paid (%s, script: %s)', async (language, javaScriptEnabled) => {
    const made = async (path: string, body: object) =>
      String((await around.world.made(201, 'POST', path, { body })).id);
    const stripe = await CheckoutSimulator.start();
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    const card = { name: `Stripe ${language}`, type: 'stripe', url: stripe.url, secrets };
    const provider = await made('/payment-providers', card);
    const group = await made('/user-groups', { name: `Fast ${language}`, policy: {} });
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const { slug } = await around.house({ tiers: [tier] });
    const context = await browser.newContext({ viewport: { width: 320, height: 568 }, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${around.world.port}/p/${slug}?lang=${language}&${arrivalOf(around.newMac())}`);
    await page.locator('#self_registration-email').fill(`eva-${language}@example.com`);
    await page.locator('form:has(#self_registration-email) button').first().click();
    const [paid, free] = [page.locator('form button').first(), page.locator('form button').last()];
    expect(await paid.innerText()).toContain('Fast');
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
    if (javaScriptEnabled) await isSound(page);
    // The price, and back to the choice.
    await paid.click();
    await page.locator('a.button.plain').click();
    const login = page.waitForRequest(/^http:\/\/10\.1\.0\.1:3990\/logon/);
    await free.click({ noWaitAfter: true });
    expect(new URL((await login).url()).searchParams.get('username')).toMatch(/^guest-/);
    expect(stripe.sessions.size).toBe(0);
    await context.close();
    await around.world.ask('PATCH', `/payment-providers/${provider}`, {
      body: { disabled: 1 },
      headers: { 'if-match': '*' },
    });
    await stripe.stop();
  });

  test('a host is asked, and answers', async () => {
    const { slug } = await around.house({ methods: ['approval'], approval: { domains: ['example.com'] } });
    const guest = await opened(`/p/${slug}?${arrivalOf(around.newMac())}`);
    await guest.locator('#approval-first_name').fill('Eva');
    await guest.locator('#approval-last_name').fill('Berg');
    await guest.locator('#approval-host').fill('hots@example.com');
    await guest.locator('form:has(#approval-host) button').click();
    // Nobody has that address: she goes back, and asks the right host.
    await guest.getByRole('button', { name: 'Back' }).click();
    expect(await guest.locator('#approval-first_name').inputValue()).toBe('Eva');
    expect(await guest.locator('#approval-host').inputValue()).toBe('hots@example.com');
    await guest.locator('#approval-host').fill('host@example.com');
    await guest.locator('form:has(#approval-host) button').click();
    await guest.getByText('We are sending a message to host@example.com.').waitFor();
    await guest.reload();
    await guest.getByText('We are sending a message to host@example.com.').waitFor();
    // It says that it moves on, and nothing that anybody typed is lost by it.
    await isSound(guest, ['meta-refresh']);
    await around.sent();
    const host = await opened(around.lastLink());
    await isSound(host);
    await host.getByRole('button', { name: 'Refuse' }).click();
    await isSound(host);
    // By itself: nobody presses anything.
    await guest.getByText('Your host has not approved your visit.').waitFor();
    await isSound(guest);
    await guest.context().close();
    await host.context().close();
  });
});
