import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UsherWorld } from '../api/usher-world.js';
import { usherWorld } from '../api/usher-world.js';
import { smtpAt } from '../console/alerts/alert-world.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { workOf } from '../../src/start/background-work.js';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { makeNarrow } from './page-check.js';

/** What the service hands out to people who are not signed in, opened in a browser. */
inBrowser('links into the console', () => {
  let mailbox: MailServer;
  let service: UsherWorld;
  let world: ConsoleWorld;

  beforeAll(async () => {
    await buildPages();
    mailbox = await MailServer.listening();
    service = await usherWorld({
      settings: { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0, smtp: smtpAt(mailbox.port) },
    });
    service.app.get(Backgrounds).start(workOf(service.app, 'all'));
    world = await consoleWorld(service);
  });
  afterAll(async () => {
    await world?.browser.close();
    await service?.app.get(Backgrounds).stop();
    await service?.close();
    await mailbox?.close();
  });

  async function opened(path: string): Promise<ConsolePage> {
    const page = await (await world.browser.newContext({ locale: 'en', reducedMotion: 'reduce' })).newPage();
    await page.goto(`http://127.0.0.1:${service.port}${path}`);
    return Object.assign(page, { complaints: [] });
  }
  const here = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

  async function isIn(page: ConsolePage): Promise<void> {
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await page.context().close();
  }

  test('the first operator begins with the link of the start, whose end is seen in no address', async () => {
    const page = await opened(`/console/first#${service.token}`);
    await page.getByRole('heading', { level: 1, name: 'Welcome to Usher' }).waitFor();
    expect(page.url()).not.toContain(service.token);
    expect(await axeFindings(page)).toEqual([]);
    await makeNarrow(page);
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.getByLabel('Your name').fill('Anna Berger');
    await page.getByLabel('A new password').fill('short');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('must have 12 to 256 characters').waitFor();
    await page.getByLabel('A new password').fill(password);
    await page.getByRole('button', { name: 'Start' }).click();
    await isIn(page);
  });

  test('an invitation is accepted by its link, once', async () => {
    const invited = await service.made(201, 'POST', '/operators', {
      body: { email: 'ben@example.com', name: 'Ben', role_id: '00000000-0000-7000-8000-000000000101' },
    });
    const link = here(String(invited.invitation_link));
    const page = await opened(link);
    await page.getByRole('heading', { level: 1, name: 'You are invited' }).waitFor();
    await page.getByLabel('A new password').fill(password);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await isIn(page);
    const again = await opened(link);
    await again.getByLabel('A new password').fill(password);
    await again.getByRole('button', { name: 'Accept the invitation' }).click();
    await again.getByText('This link has expired').waitFor();
    await again.context().close();
  });

  test('a forgotten password is replaced by the link of a mail', async () => {
    const page = await opened('/console/sign-in');
    await page.getByRole('link', { name: 'Forgotten password?' }).click();
    await page.getByLabel('E-mail address').fill('ben@example.com');
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByText('Check your inbox').waitFor();
    await eventually('the mail is there', () => mailbox.mails.length === 1);
    const [{ body }] = mailbox.mails;
    const [token] = /reset_[\w-]+/.exec(body.replaceAll('=\r\n', '').replaceAll('=\n', '')) ?? [];
    await page.goto(`http://127.0.0.1:${service.port}/console/reset#${String(token)}`);
    await page.getByLabel('A new password').fill('another long enough password');
    await page.getByRole('button', { name: 'Use this password' }).click();
    await isIn(page);
  });

  test('a session goes on to another device by its link', async () => {
    const signedIn = await service.made(201, 'POST', '/sessions', {
      body: { email: 'anna@example.com', password },
      token: null,
    });
    const { link } = await service.made(201, 'POST', '/sessions/current/link', {
      body: { password },
      token: signedIn.token,
    });
    const page = await opened(here(String(link)));
    await page.getByRole('heading', { level: 1, name: 'Sign in on this device' }).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await isIn(page);
  });

  test('a passkey signs in by one button', async () => {
    const page = await opened('/console/sign-in');
    // A passkey is of a name, never of a number.
    const signIn = `http://localhost:${service.port}/console/sign-in`;
    await page.goto(signIn);
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(signIn.replace('sign-in', 'me'));
    const passkeys = page.getByRole('region', { name: 'Passkeys' }).first();
    await passkeys.getByLabel('Device name').fill('Laptop');
    await passkeys.getByLabel('Your password').fill(password);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('rowheader', { name: 'Laptop' }).waitFor();
    await page.context().clearCookies();
    await page.goto(signIn);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page);
  });
});
