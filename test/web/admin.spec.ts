import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { Dispatcher } from '../../src/console/webhooks/dispatch/dispatcher.js';
import { MessageSender } from '../../src/console/alerts/send/message-sender.js';
import { Sender } from '../../src/console/webhooks/send/sender.js';
import { usherWorld } from '../api/usher-world.js';
import { answering, Receiver } from '../console/webhooks/receiver.js';
import { eventually } from '../kernel/manual-clock.js';
import { clockOf } from '../../web/src/parts/form/zone-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { expectNoFindings } from './page-check.js';

interface Work {
  start(): void;
  stop(): Promise<void>;
}

inBrowser('running the house in the console', () => {
  let world: ConsoleWorld;
  let works: readonly Work[] = [];

  beforeAll(async () => {
    await buildPages();
    const settings = { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0 };
    const service = await usherWorld({ settings, longestPauseMilliseconds: 50 });
    works = [Dispatcher, Sender, MessageSender].map((work) => service.app.get<Work>(work));
    for (const work of works) work.start();
    world = await consoleWorld(service);
    await world.operator('anna@example.com');
    await world.operator('bela@example.com');
  });
  afterAll(async () => {
    await Promise.all(works.map((work) => work.stop()));
    await world?.close();
  });

  test('what somebody chooses for herself is so on another machine, too', async () => {
    const page = await world.signedIn('anna@example.com', '/console/me');
    const looks = page.getByRole('region', { name: 'Appearance' });
    expect(new URL(page.url()).pathname).toBe('/console/me');
    await looks.getByLabel('Row height').selectOption('Compact');
    await looks.getByLabel('Theme').selectOption('High contrast');
    await looks.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.locator('html[data-compact][data-contrast]').waitFor();
    await expectNoFindings(page);
    await looks.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    const elsewhere = await world.signedIn('anna@example.com', '/console/audit');
    await elsewhere.locator('html[data-compact][data-contrast][lang=de]').waitFor();
    await elsewhere
      .getByRole('row', { name: /anna meldete sich an/ })
      .first()
      .waitFor();
    // No key does anything, the question mark neither.
    await elsewhere.keyboard.press('?');
    expect(await elsewhere.getByRole('dialog').count()).toBe(0);
    await elsewhere.getByRole('banner').getByRole('button', { name: 'anna' }).click();
    await elsewhere.getByLabel('Sprache').selectOption('English');
    await elsewhere.getByRole('link', { name: 'Your account' }).first().click();
    const sessions = elsewhere.getByRole('table', { name: 'Sessions' });
    await sessions.getByRole('button', { name: 'Sign out' }).click();
    await sessions.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /Usher/ }).waitFor();
    for (const each of [page, elsewhere]) await each.context().close();
  });

  test('codes are switched on by the shown secret, asked for at sign-in, and off again', async () => {
    const page = await world.signedIn('bela@example.com', '/console/me');
    const codes = page.getByRole('region', { name: 'Authenticator app' });
    await codes.getByLabel('Your password').fill('not the one');
    await codes.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    await codes.getByText('password is wrong').waitFor();
    await codes.getByLabel('Your password').fill(password);
    await codes.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    await codes.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = (await codes.locator('code').textContent()) ?? '';
    expect(await axeFindings(page)).toEqual([]);
    await codes.getByRole('textbox', { name: 'Code', exact: true }).fill(new TOTP({ secret }).generate());
    await codes.getByRole('button', { name: 'Confirm the code' }).click();
    await codes.getByText('On: a code is required to sign in.').waitFor();
    const kept = codes.getByRole('status').locator('pre');
    const [recovery, next] = ((await kept.textContent()) ?? '').split('\n');
    const refused = await world.ask('POST', '/sessions', { body: { email: 'bela@example.com', password } });
    expect([refused.status, refused.body.totp_required]).toEqual([401, true]);
    const change = page.getByRole('region', { name: 'Password', exact: true });
    await change.getByLabel('Your password').fill(password);
    await change.getByLabel('Code from your authenticator app').fill(recovery ?? '');
    await change.getByLabel('New password').fill('another long password');
    await change.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await codes.getByLabel('Your password').fill('another long password');
    await codes.getByLabel('Code from your authenticator app').fill(next ?? '');
    await codes.getByRole('button', { name: 'Disable two-factor authentication' }).click();
    await codes.getByText('Off.', { exact: true }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a passkey is added with the password, renamed and removed', async () => {
    const page = await world.signedIn('anna@example.com', '/console/me');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    // Passkeys are for names, not for addresses: signed in once more, by that of this machine.
    await page.goto(page.url().replace('127.0.0.1', 'localhost'));
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const passkeys = page.getByRole('region', { name: 'Passkeys' }).first();
    await passkeys.getByLabel('Device name').fill('Laptop');
    await passkeys.getByLabel('Your password').fill(password);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('rowheader', { name: 'Laptop' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename Laptop' });
    await renaming.getByLabel('Device name').fill('Notebook');
    expect(await axeFindings(page)).toEqual([]);
    await renaming.getByRole('button', { name: 'Save' }).click();
    await passkeys.getByRole('rowheader', { name: 'Notebook' }).waitFor();
    await passkeys.getByRole('button', { name: 'Remove Notebook' }).click();
    await page.getByRole('dialog', { name: 'Remove Notebook?' }).getByRole('button', { name: 'Remove' }).click();
    await passkeys.getByText('None yet', { exact: false }).waitFor();
    await page.context().close();
  });

  test('the audit says who changed what before and after, and whether its chain holds', async () => {
    const { id } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Staff' } });
    await world.made(200, 'PATCH', `/user-groups/${id}`, { body: { name: 'Team' } });
    const page = await world.signedIn('anna@example.com', `/console/audit?q=resource_id:${id}`);
    // Nothing is recomputed before somebody asks.
    await page.getByRole('button', { name: 'Chain not verified' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByRole('button', { name: /Chain verified/ }).waitFor();
    await page.keyboard.press('Escape');
    await expectNoFindings(page);
    await page
      .getByRole('row', { name: /changed Groups Team/ })
      .getByRole('button')
      .click();
    const entry = page.getByRole('dialog', { name: /changed Team/ });
    await entry.getByRole('row', { name: 'name Staff Team' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Chain verified/ }).click();
    await page.getByLabel('Earlier checkpoint').fill(`9:${'0'.repeat(64)}`);
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByRole('button', { name: 'The chain is broken' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test('a webhook shows its secret once, what it was sent and answered, and recovers what it missed', async () => {
    const receiver = await Receiver.listening();
    const page = await world.signedIn('anna@example.com', '/console/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/door'));
    await form.getByRole('textbox', { name: 'Note' }).fill('Door');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Door' });
    const shown = drawer.getByRole('status').filter({ hasText: 'shown only once' });
    const first = (await shown.locator('pre').textContent()) ?? '';
    expect(first).toMatch(/^whsec_/);
    await drawer.getByRole('button', { name: 'Send a test' }).click();
    const sent = drawer.locator('summary').filter({ hasText: 'Delivered' });
    await sent.click();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/door']);
    await drawer.getByText(receiver.received[0]?.headers['webhook-id'] as string).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const payload = drawer.getByRole('group', { name: 'Request body' });
    expect(JSON.parse(await payload.innerText())).toEqual(JSON.parse(String(receiver.received[0]?.body)));
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await eventually('it is sent again', () => Promise.resolve(receiver.received.length === 2));
    await drawer.getByRole('checkbox', { name: 'Compare with another' }).check();
    await drawer.getByRole('button', { name: 'Send a test' }).click();
    await drawer.locator('summary').nth(1).waitFor();
    await drawer.locator('summary').first().click();
    await drawer.getByRole('checkbox', { name: 'Compare with another' }).first().check();
    await drawer
      .getByRole('table', { name: 'Differences' })
      .getByRole('row', { name: /^timestamp/ })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'End the comparison' }).click();
    await drawer.getByRole('button', { name: 'New secret' }).click();
    const question = page.getByRole('dialog', { name: 'Roll the secret?' });
    expect(await question.getByRole('button', { name: 'New secret' }).isDisabled()).toBe(true);
    await question.getByLabel('Type new secret to confirm').fill('new secret');
    await question.getByRole('button', { name: 'New secret' }).click();
    await shown.filter({ hasNotText: first }).waitFor();
    await drawer.getByLabel('Resend everything since').fill('2026-01-01T00:00');
    await drawer.getByRole('button', { name: 'Recover' }).click();
    await drawer.getByText('events will be sent again.').waitFor();
    await drawer.getByRole('button', { name: 'Change history' }).click();
    await drawer.getByRole('link', { name: 'History of this record' }).click();
    await page.getByRole('row', { name: /anna created Webhooks/ }).waitFor();
    await page.goBack();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Door webhook .* OK/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
    await receiver.close();
  });

  test('a contact is tried; a receiver that says it is gone becomes an alert that leads to it', async () => {
    const receiver = await Receiver.listening();
    const page = await world.signedIn('anna@example.com', '/console/contacts');
    await page.getByRole('button', { name: 'Add a contact' }).click();
    const form = page.getByRole('dialog', { name: 'New contact' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Night desk');
    await form.getByRole('textbox', { name: 'Webhook URL' }).fill(receiver.url('/alerts'));
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const contact = page.getByRole('dialog', { name: 'Night desk' });
    await contact.getByText('Notified by webhook').waitFor();
    await contact.getByRole('button', { name: 'Send a test' }).click();
    await contact.getByRole('row', { name: /Test Delivered/ }).waitFor();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/alerts']);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expectNoFindings(page);
    await page.goto(page.url().replace('/contacts', '/alerts'));
    await page.getByText('No open alerts').waitFor();
    const gone = await Receiver.listening(answering(410));
    const { id } = await world.made(201, 'POST', '/webhooks', { body: { url: gone.url(), description: 'Old door' } });
    await world.made(202, 'POST', `/webhooks/${id}/test`, { body: {} });
    await eventually('it is switched off', async () => {
      return (await world.made(200, 'GET', `/webhooks/${id}`)).disabled_reason === 'gone';
    });
    await page.reload();
    await page.getByRole('row', { name: /A webhook was disabled .* Open/ }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'A webhook was disabled' }).click();
    const alert = page.getByRole('dialog', { name: /A webhook was disabled/ });
    await alert.getByRole('textbox', { name: 'Comment' }).fill('The door gets a new address on Monday');
    expect(await axeFindings(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Acknowledge' }).click();
    await alert.getByRole('cell', { name: 'The door gets a new address on Monday' }).waitFor();
    await alert.getByRole('row', { name: /Acknowledged anna,/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /A webhook was disabled .* Acknowledged/ }).waitFor();
    expect((await world.made(200, 'GET', '/overview')).open_alerts).toBe(0);
    await page.goto(`${page.url().split('?')[0]}?q=status%3Aopen`);
    await page.getByText('No results match this filter').waitFor();
    await page.goto(`${page.url().split('?')[0]}?q=status%3Aacknowledged`);
    await page.getByRole('button', { name: 'A webhook was disabled' }).click();
    await alert.getByRole('button', { name: 'Remove acknowledgement' }).click();
    await alert.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await alert.getByLabel('Snooze until').fill('2020-01-01T08:00');
    await alert.getByRole('button', { name: 'Snooze' }).click();
    await alert.getByText('must be in the future').waitFor();
    const { time_zone: zone } = await world.made(200, 'GET', `/organizations/${world.organizationId}`);
    const tomorrow = clockOf(new Date(Date.now() + 86_400_000).toISOString(), zone);
    await alert.getByLabel('Snooze until').fill(tomorrow);
    await alert.getByRole('button', { name: 'Snooze' }).click();
    await alert.getByRole('row', { name: /Reopens/ }).waitFor();
    const [snoozed] = (await world.made(200, 'GET', '/alerts?filter[status]=acknowledged'))._embedded.alerts;
    expect(clockOf(snoozed.acknowledged_until, zone)).toBe(tomorrow);
    await page.getByRole('link', { name: 'Go to webhook' }).click();
    await page.getByText('Disabled: the endpoint responded 410 Gone.').waitFor();
    await page.context().close();
    for (const each of [receiver, gone]) await each.close();
  });
});
