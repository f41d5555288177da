import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OpenIdProvider, startOpenIdProvider } from '../portal/identity/openid-provider.js';
import { freePort } from '../portal/identity/slapd.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';
import { proves } from './provider-pages.js';

const ownerRole = '00000000-0000-7000-8000-000000000101';
const people = { eva: { email: 'eva@example.com', email_verified: true } };

inBrowser('the account of an operator without a password', () => {
  let world: ConsoleWorld;
  let openid: OpenIdProvider;
  const at = (path: string) => `http://127.0.0.1:${world.port}${path}`;

  beforeAll(async () => {
    world = await consoleWorld();
    openid = await startOpenIdProvider(await freePort(), at('/sign-in/callback'), { people });
    const settings = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
    const company = { name: 'Company', type: 'oidc', use: 'operators', settings };
    await world.made(201, 'POST', '/authentication-providers', { body: company });
    const eva = { email: 'eva@example.com', name: 'Eva', role_id: ownerRole };
    await world.made(201, 'POST', '/operators', { body: eva });
  });
  afterAll(async () => {
    await openid?.stop();
    await world?.close();
  });

  test('an operator without a password proves who she is afresh, and sets up codes and a password', async () => {
    const page = await world.anybody();
    await page.goto(at(`/console/sign-in?organization=${world.organizationId}`));
    await page.getByRole('button', { name: 'Sign in with Company' }).click();
    await proves(page, 'eva');
    await page.getByRole('button', { name: 'Eva', exact: true }).waitFor();
    await page.goto(at('/console/me'));
    const codes = page.getByRole('region', { name: 'Authenticator app' });
    const passwords = page.getByRole('region', { name: 'Password', exact: true });
    const confirm = codes.getByRole('button', { name: 'Confirm your identity' });
    await confirm.waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await confirm.click();
    const question = page.getByRole('dialog', { name: 'Confirm your identity' });
    await question.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await expectNoFindings(page);
    await question.getByRole('link', { name: 'Sign in with Company' }).click();
    // Although it knows her still.
    await page.getByPlaceholder('Enter any login').fill('eva');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    const consent = page.getByRole('button', { name: 'Continue' });
    await consent.or(codes).first().waitFor();
    if (await consent.isVisible()) await consent.click();
    await page.waitForURL(/\/console\/me$/);
    page.complaints.splice(0);
    await codes.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    await codes.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    await expectNoFindings(page);
    await passwords.getByLabel('New password').fill('a password of her own');
    await passwords.getByRole('button', { name: 'Set a password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await passwords.getByRole('button', { name: 'Change the password' }).waitFor();
    const proof = { email: 'eva@example.com', password: 'a password of her own' };
    const { token } = await world.made(201, 'POST', '/sessions', { token: null, body: proof });
    // By the password alone nothing was proven that would stand in for it.
    expect((await world.made(200, 'GET', '/sessions/current', { token })).proven_until).toBeNull();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
