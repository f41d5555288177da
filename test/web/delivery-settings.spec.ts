import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { smtpAt } from '../console/alerts/alert-world.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { eventually } from '../kernel/manual-clock.js';
import { SmsGatewayServer } from '../provisioning/deliver/sms-gateway.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

/** How guests get their credentials is set up in the browser, and tried by a message to oneself. */
inBrowser('how people are told', () => {
  let mailbox: MailServer;
  let gateway: SmsGatewayServer;
  let service: UsherWorld;
  let world: ConsoleWorld;
  beforeAll(async () => {
    await buildPages();
    mailbox = await MailServer.listening();
    gateway = await SmsGatewayServer.listening();
    service = await usherWorld({
      settings: {
        rateLimitPerMinute: 0,
        consoleRateLimitPerMinute: 0,
        allowPrivateTargets: true,
        smtp: smtpAt(mailbox.port),
      },
    });
    world = await consoleWorld(service);
    await world.operator('anna@example.com');
  });
  afterAll(async () => {
    await world?.close();
    await gateway?.close();
    await mailbox?.close();
  });

  const group = (page: ConsolePage, name: string) => page.getByRole('group', { name, exact: true });
  const choose = async (page: ConsolePage, within: string, label: string, option: string) => {
    await group(page, within).getByRole('combobox', { name: label }).first().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('network, gateway and words are filled in; what is wrong is told beside its part; a test arrives', async () => {
    const page = await world.signedIn('anna@example.com', '/console/delivery-settings');
    await page.getByRole('heading', { level: 1, name: 'Messages and templates' }).waitFor();
    await page.getByRole('textbox', { name: 'Language' }).fill('en');
    await page.getByRole('button', { name: 'Add: Network' }).click();
    await group(page, 'Network').getByRole('textbox', { name: 'Name (SSID)' }).fill('Lindenhof Guests');
    await choose(page, 'Network', 'Security', 'psk');
    await page.getByRole('button', { name: 'Add: SMS gateway' }).click();
    const address = group(page, 'SMS gateway').getByRole('textbox', { name: 'Address' });
    await address.fill('sms.example.com');
    await choose(page, 'SMS gateway', 'Method', 'POST');
    await page.getByRole('textbox', { name: 'Body as JSON' }).fill('{"to": "{{ to }}", "body": "{{ text }}"}');
    await page.getByRole('button', { name: 'Add: Message templates' }).click();
    await group(page, 'Message templates').getByRole('textbox', { name: 'Value from' }).fill('en');
    await group(page, 'Message templates').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Add: SMS', exact: true }).click();
    const words = group(page, 'SMS').getByRole('textbox', { name: 'Text' });
    await words.fill('{{ ssid }}: {{ usernames }}');
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('must begin with http').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    expect(await words.getAttribute('aria-invalid')).toBe('true');
    await address.fill(gateway.url);
    await words.fill('{{ ssid }}: {{ username }}');
    await page.getByLabel('SMS gateway secret').fill('a-key-of-the-gateway');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await world.made(200, 'GET', '/delivery-settings')).toMatchObject({
      language: 'en',
      network: { ssid: 'Lindenhof Guests', security: 'psk' },
      sms: { method: 'POST', json: { to: '{{ to }}', body: '{{ text }}' } },
      templates: { en: { sms: { text: '{{ ssid }}: {{ username }}' } } },
      secrets: ['sms'],
    });
    await page.getByRole('textbox', { name: 'Recipients' }).fill('anna@example.com');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('It was accepted and is being sent.').waitFor();
    await eventually('the mail is there', () => mailbox.mails.length === 1);
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'SMS' }).click();
    await page.getByRole('textbox', { name: 'Recipients' }).fill('12');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The telephone number is not one').waitFor();
    await page.getByRole('textbox', { name: 'Recipients' }).fill('+436641234567');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('It was accepted and is being sent.').waitFor();
    expect(gateway.received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { to: '+436641234567', body: 'Lindenhof Guests: 412-example' },
    ]);
    await expectNoFindings(page);
    await page.context().close();
  });
});
