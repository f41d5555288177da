import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { axeFindings, widthOf } from '../portal/axe-findings.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';

inBrowser('running the house in the console', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    await world.operator('bela@example.com');
  });
  afterAll(() => world?.close());

  async function withoutFindings(page: ConsolePage): Promise<void> {
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(page.complaints).toEqual([]);
  }

  test('what somebody chooses for herself is so on another machine, too', async () => {
    const page = await world.signedIn('anna@example.com', '/console/me');
    const looks = page.getByRole('region', { name: 'How the console looks' });
    expect(new URL(page.url()).pathname).toBe('/console/me');
    await looks.getByLabel('Lines').selectOption('Close together');
    await looks.getByLabel('Colours').selectOption('High contrast');
    await looks.getByRole('switch', { name: 'Single keys do something' }).press('Space');
    await page.locator('html[data-compact][data-contrast]').waitFor();
    await withoutFindings(page);
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
    await sessions.getByRole('button', { name: 'Sign out there' }).click();
    await sessions.getByRole('button', { name: 'Sign out there' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /Usher/ }).waitFor();
    for (const each of [page, elsewhere]) await each.context().close();
  });

  test('codes are switched on by the shown secret, asked for at sign-in, and off again', async () => {
    const page = await world.signedIn('bela@example.com', '/console/me');
    const codes = page.getByRole('region', { name: 'Codes of an authenticator app' });
    await codes.getByLabel('Your password').fill('not the one');
    await codes.getByRole('button', { name: 'Switch codes on' }).click();
    await codes.getByText('password is wrong').waitFor();
    await codes.getByLabel('Your password').fill(password);
    await codes.getByRole('button', { name: 'Switch codes on' }).click();
    await codes.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = (await codes.locator('code').textContent()) ?? '';
    expect(await axeFindings(page)).toEqual([]);
    await codes.getByRole('textbox', { name: 'Code', exact: true }).fill(new TOTP({ secret }).generate());
    await codes.getByRole('button', { name: 'Confirm the code' }).click();
    await codes.getByText('On: signing in needs a code.').waitFor();
    const kept = codes.getByRole('status').locator('pre');
    const [recovery, next] = ((await kept.textContent()) ?? '').split('\n');
    const refused = await world.ask('POST', '/sessions', { body: { email: 'bela@example.com', password } });
    expect([refused.status, refused.body.totp_required]).toEqual([401, true]);
    const change = page.getByRole('region', { name: 'Password', exact: true });
    await change.getByLabel('Your password').fill(password);
    await change.getByLabel('Code of your authenticator app').fill(recovery ?? '');
    await change.getByLabel('New password').fill('another long password');
    await change.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await codes.getByLabel('Your password').fill('another long password');
    await codes.getByLabel('Code of your authenticator app').fill(next ?? '');
    await codes.getByRole('button', { name: 'Switch codes off' }).click();
    await codes.getByText('Off.', { exact: true }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a passkey is added with the password and removed', async () => {
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
    await page.getByRole('button', { name: 'Sign in' }).click();
    const passkeys = page.getByRole('region', { name: 'Passkeys' }).first();
    await passkeys.getByLabel('What you call the device').fill('Laptop');
    await passkeys.getByLabel('Your password').fill(password);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('rowheader', { name: 'Laptop' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
    await page.getByRole('dialog', { name: 'Remove Laptop?' }).getByRole('button', { name: 'Remove' }).click();
    await passkeys.getByText('None yet', { exact: false }).waitFor();
    await page.context().close();
  });

  test('the audit says who changed what before and after, and whether its chain holds', async () => {
    const { id } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Staff' } });
    await world.made(200, 'PATCH', `/user-groups/${id}`, { body: { name: 'Team' } });
    const page = await world.signedIn('anna@example.com', `/console/audit?q=resource_id:${id}`);
    await page.getByRole('button', { name: /The chain holds/ }).waitFor();
    await withoutFindings(page);
    await page
      .getByRole('row', { name: /changed user-groups Team/ })
      .getByRole('button')
      .click();
    const entry = page.getByRole('dialog', { name: /changed Team/ });
    await entry.getByRole('row', { name: 'name Staff Team' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /The chain holds/ }).click();
    await page.getByLabel('What you noted earlier').fill(`9:${'0'.repeat(64)}`);
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByRole('button', { name: 'The chain is broken' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });
});
