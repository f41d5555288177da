import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { type OpenIdProvider, startOpenIdProvider } from '../portal/identity/openid-provider.js';
import { freePort } from '../portal/identity/slapd.js';
import { eventually } from '../kernel/manual-clock.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { expectNoFindings } from './page-check.js';
import { proves } from './provider-pages.js';

const ownerRole = '00000000-0000-7000-8000-000000000101';
const receptionRole = '00000000-0000-7000-8000-000000000103';
const people = { eva: { email: 'eva@example.com', email_verified: true } };

inBrowser('an organization that requires single sign-on', () => {
  let world: ConsoleWorld;
  let openid: OpenIdProvider;
  const at = (path: string) => `http://127.0.0.1:${world.port}${path}`;
  const signInPage = () => at(`/console/sign-in?organization=${world.organizationId}`);
  const withCompany = (page: ConsolePage) => page.getByRole('button', { name: 'Sign in with Company' });
  const evaComes = async () => {
    const page = await world.anybody();
    await page.goto(signInPage());
    await withCompany(page).click();
    await proves(page, 'eva');
    await page.getByRole('button', { name: 'Eva', exact: true }).waitFor();
    return page;
  };

  beforeAll(async () => {
    world = await consoleWorld();
    openid = await startOpenIdProvider(await freePort(), at('/sign-in/callback'), { people });
    const settings = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
    const company = { name: 'Company', type: 'oidc', use: 'operators', settings };
    await world.made(201, 'POST', '/authentication-providers', { body: company });
    await world.operator('anna@example.com');
    const eva = { email: 'eva@example.com', name: 'Eva', role_id: ownerRole };
    await world.made(201, 'POST', '/operators', { body: eva });
    // Somebody who may change providers has come in by one: before, nothing could be required.
    await evaComes();
  });
  afterAll(async () => {
    await openid?.stop();
    await world?.close();
  });

  test('single sign-on is required on the page of the organization; the sign-in page says how to come in', async () => {
    await world.operator('rita@example.com', { roleId: receptionRole });
    const proof = { email: 'anna@example.com', password };
    const { token } = await world.made(201, 'POST', '/sessions', { token: null, body: proof });
    const { secret } = await world.made(201, 'POST', '/sessions/current/totp', { token, body: { password } });
    const codes = new TOTP({ secret });
    const owner = await world.signedIn('anna@example.com', `/console/organizations?id=${world.organizationId}`);
    await world.made(200, 'POST', '/sessions/current/totp/confirm', { token, body: { totp: codes.generate() } });
    const desk = await world.signedIn('rita@example.com', '/desk/');
    await desk.getByRole('heading', { level: 1 }).first().waitFor();
    const required = owner.getByRole('switch', { name: 'Require single sign-on' });
    await required.press('Space');
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await expectNoFindings(owner);
    await eventually('it is required', async () => {
      const { single_sign_on_required: now } = await world.made(200, 'GET', `/organizations/${world.organizationId}`);
      return now === 1;
    });

    const page = await world.anybody();
    await page.goto(signInPage());
    await page.getByText('Your organization requires single sign-on. Sign in with your work account.').waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Single sign-on fails? Owners sign in here' }).click();
    await page.getByText('recorded, and reported to your alert contacts').waitFor();
    await page.getByLabel('E-mail address').fill('rita@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const refused = page.getByRole('alert').getByText('use your work account, not a password or passkey');
    await refused.waitFor();
    await expectNoFindings(page);
    await page.getByRole('link', { name: 'Go to single sign-on' }).click();
    await refused.waitFor({ state: 'detached' });
    await withCompany(page).waitFor();

    // Her session ended with the change.
    await desk.goto(at(`/desk/?organization=${world.organizationId}`));
    await withCompany(desk).waitFor();
    const body = { email: 'ivan@example.com', name: 'Ivan', role_id: receptionRole };
    const { invitation_link: link } = await world.made(201, 'POST', '/operators', { body });
    const invited = await world.anybody();
    await invited.goto(String(link));
    await invited.getByText('Sign in with your work account. You need no password here.').waitFor();
    await invited.getByRole('link', { name: 'Sign in with Company' }).waitFor();
    expect(await invited.locator('input[type=password]').count()).toBe(0);
    await expectNoFindings(invited);
  });

  test('a locked desk is opened by the provider where single sign-on is required', async () => {
    const page = await evaComes();
    await page.goto(at('/desk/'));
    await page.evaluate(() => window.sessionStorage.setItem('usher.desk.locked', 'true'));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'The desk is locked' }).waitFor();
    await page.getByLabel('E-mail address').fill('rita@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('alert').getByText('use your work account, not a password or passkey').waitFor();
    await expectNoFindings(page);
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Go to single sign-on' }).click();
    const tab = (await opening) as ConsolePage;
    await withCompany(tab).click();
    await Promise.race([tab.getByText('You can close this one').waitFor(), tab.waitForEvent('close')]);
    await page.getByRole('heading', { level: 1, name: 'The desk is locked' }).waitFor({ state: 'detached' });
  });
});
