import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { type OpenIdProvider, startOpenIdProvider } from '../portal/identity/openid-provider.js';
import { freePort, hasSlapd, people as directory, type Slapd, startSlapd } from '../portal/identity/slapd.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { expectNoFindings } from './page-check.js';
import { proves } from './provider-pages.js';

const ownerRole = '00000000-0000-7000-8000-000000000101';
const people = {
  eva: { email: 'eva@example.com', email_verified: true },
  max: { email: 'max@example.com', email_verified: true },
  kim: { email: 'kim@example.com', email_verified: true },
  unverified: { email: 'eva@example.com', email_verified: false },
};

inBrowser('operators who sign in with their provider', () => {
  let world: ConsoleWorld;
  let openid: OpenIdProvider;
  let provider: string;
  const at = (path: string) => `http://127.0.0.1:${world.port}${path}`;
  const signInPage = () => at(`/console/sign-in?organization=${world.organizationId}`);
  const withCompany = (page: ConsolePage) => page.getByRole('button', { name: 'Sign in with Company' });

  beforeAll(async () => {
    world = await consoleWorld();
    openid = await startOpenIdProvider(await freePort(), at('/sign-in/callback'), { people });
    const settings = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
    const body = { name: 'Company', type: 'oidc', use: 'operators', settings };
    provider = (await world.made(201, 'POST', '/authentication-providers', { body })).id;
    await world.operator('anna@example.com');
  });
  afterAll(async () => {
    await openid?.stop();
    await world?.close();
  });

  test('one who was invited comes in without a password, and the browser offers it from then on', async () => {
    const body = { email: 'eva@example.com', name: 'Eva', role_id: ownerRole };
    const { id, invitation_link: link } = await world.made(201, 'POST', '/operators', { body });
    const invited = await world.anybody();
    await invited.goto(String(link));
    await invited.getByRole('link', { name: 'Sign in with Company' }).waitFor();
    await expectNoFindings(invited);
    // The installation has this organization only: its provider needs no address.
    const page = await world.anybody();
    await page.goto(at('/console/users'));
    await withCompany(page).waitFor();
    await expectNoFindings(page);
    await withCompany(page).click();
    await proves(page, 'eva');
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    expect(page.url()).not.toContain('code=');
    expect((await world.made(200, 'GET', `/operators/${id}`)).status).toBe('active');
    await world.organization('Another');
    await page.getByRole('button', { name: 'Eva', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await withCompany(page).waitFor();
    const stranger = await world.anybody();
    await stranger.goto(at('/console/sign-in'));
    await stranger.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await withCompany(stranger).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('the address for a tile at the provider, which its page shows, goes there at once', async () => {
    const setUp = await world.signedIn('anna@example.com', `/console/authentication-providers?id=${provider}`);
    const address = setUp.getByText(`&provider=${provider}`);
    await expectNoFindings(setUp);
    const page = await world.anybody();
    await page.goto((await address.textContent()) ?? '');
    await page.getByPlaceholder('Enter any login').waitFor();
    await page.goBack();
    await withCompany(page).waitFor();
    await page.goForward();
    await proves(page, 'eva');
    await page.getByRole('button', { name: 'Eva', exact: true }).waitFor();
  });

  test('who gives up at the provider, or is nobody here, reads why and can go on', async () => {
    const page = await world.anybody();
    await page.goto(signInPage());
    await withCompany(page).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/console\//);
    page.complaints.splice(0);
    await page.getByRole('alert').getByText('was cancelled or took too long').waitFor();
    await withCompany(page).click();
    await proves(page, 'unverified');
    await page.getByRole('alert').getByText('has not verified your e-mail address').waitFor();
    await expectNoFindings(page);
    await page.reload();
    await page.getByLabel('E-mail address').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const nobody = await world.anybody();
    await nobody.goto(signInPage());
    await withCompany(nobody).click();
    await proves(nobody, 'max');
    await nobody.getByRole('alert').getByText('does not know you as an operator').waitFor();
    await nobody.getByLabel('E-mail address').fill('anna@example.com');
    await nobody.locator('input[type=password]').fill(password);
    await nobody.getByRole('button', { name: 'Sign in', exact: true }).click();
    await nobody.getByRole('button', { name: 'anna', exact: true }).waitFor();
  });

  test('who has switched codes on types one here, too, and reads that one is wrong', async () => {
    await world.operator('kim@example.com');
    const proof = { token: null, body: { email: 'kim@example.com', password } };
    const { token } = await world.made(201, 'POST', '/sessions', proof);
    const { secret } = await world.made(201, 'POST', '/sessions/current/totp', { token, body: { password } });
    const totp = new TOTP({ secret });
    await world.made(200, 'POST', '/sessions/current/totp/confirm', { token, body: { totp: totp.generate() } });
    const page = await world.anybody();
    await page.goto(signInPage());
    await withCompany(page).click();
    await proves(page, 'kim');
    const code = page.getByLabel('Code from your authenticator app');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This code is wrong, or was used before.').waitFor();
    await expectNoFindings(page);
    await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'kim', exact: true }).waitFor();
  });

  test('a page whose session has ended keeps what was typed while its operator signs in in another tab', async () => {
    const page = await world.anybody();
    await page.goto(signInPage());
    await withCompany(page).click();
    await proves(page, 'eva');
    await page.getByRole('button', { name: 'Eva', exact: true }).waitFor();
    await page.goto(at('/console/user-groups?id=new'));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the session ended');
    const { id } = await world
      .made(200, 'GET', '/operators?filter={"email":{"eq":"eva@example.com"}}')
      .then(({ _embedded }) => _embedded.operators[0]);
    await world.made(204, 'DELETE', `/operators/${id}/sessions`);
    // Unless the stream of changes has said it already.
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await expectNoFindings(page);
    const opening = page.context().waitForEvent('page');
    await over.getByRole('link', { name: 'Sign in another way, in a new tab' }).click();
    const tab = (await opening) as ConsolePage;
    await withCompany(tab).click();
    // The provider still knows her.
    await Promise.race([tab.getByText('You can close this one').waitFor(), tab.waitForEvent('close')]);
    await over.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: /Typed before the session ended/ }).waitFor();
  });

  test('the desk is unlocked by somebody who signs in in another tab, not by the session that it has', async () => {
    const page = await world.signedIn('anna@example.com', '/desk/');
    const [{ value: annas }] = await page.context().cookies();
    await page.evaluate(() => window.sessionStorage.setItem('usher.desk.locked', 'true'));
    await page.reload();
    const locked = page.getByRole('heading', { level: 1, name: 'The desk is locked' });
    await locked.waitFor();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in another way, in a new tab' }).click();
    const tab = (await opening) as ConsolePage;
    await tab.getByLabel('E-mail address').waitFor();
    await tab.evaluate(() => new BroadcastChannel('usher.entered').postMessage(null));
    expect(await locked.count()).toBe(1);
    await tab.goto(`${signInPage()}&elsewhere=true`);
    await withCompany(tab).click();
    await proves(tab, 'eva');
    await locked.waitFor({ state: 'detached' });
    const session = await page.evaluate(async () => {
      const answer = await fetch('/sessions/current', { headers: { 'x-usher-console': '1' } });
      return (await answer.json()) as { operator: { email: string } };
    });
    expect(session.operator.email).toBe('eva@example.com');
    expect((await world.ask('GET', '/sessions/current', { token: annas })).status).toBe(401);
  });

  const byDirectory = hasSlapd() || process.env.CI ? test : test.skip;
  byDirectory('a directory asks for name and password on the page itself', async () => {
    let slapd: Slapd | undefined;
    try {
      slapd = await startSlapd(directory);
      const settings = { url: `ldap://127.0.0.1:${slapd.port}`, base_dn: 'ou=people,dc=example,dc=com' };
      const body = { name: 'Directory', type: 'ldap', use: 'both', settings };
      await world.made(201, 'POST', '/authentication-providers', { body });
      const page = await world.anybody();
      await page.goto(signInPage());
      await page.getByRole('button', { name: 'Sign in with Directory' }).click();
      await page.getByLabel('User name').fill('anna');
      await page.locator('input[type=password]').fill('wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').getByText('does not know you as an operator').waitFor();
      await expectNoFindings(page);
      await page.locator('input[type=password]').fill('right password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'anna', exact: true }).waitFor();
      expect(page.complaints).toEqual([]);
    } finally {
      await slapd?.stop();
    }
  });

  const idOf = async (email: string) =>
    (await world.made(200, 'GET', `/operators?filter={"email":{"eq":"${email}"}}`))._embedded.operators[0].id as string;
  const comesBy = async (name: string) => {
    const page = await world.anybody();
    await page.goto(signInPage());
    await withCompany(page).click();
    await proves(page, name);
    return page;
  };

  test('the account by which an operator signs in is on her page, and the link to it is undone there', async () => {
    const eva = await idOf('eva@example.com');
    const page = await world.signedIn('anna@example.com', `/console/operators?id=${eva}`);
    const linked = page.getByRole('region', { name: 'Linked accounts' });
    await linked.getByText('Company: eva@example.com').waitFor();
    await expectNoFindings(page);
    // Somebody was given the address that she had.
    await openid.says({ unverified: { email: 'eva@example.com', email_verified: true } });
    const heir = await comesBy('unverified');
    await heir.getByRole('alert').getByText('signs in with another account of this provider').waitFor();
    await expectNoFindings(heir);
    await linked.getByRole('button', { name: 'Undo link' }).click();
    const question = page.getByRole('dialog', { name: 'Undo the link to the account at Company?' });
    await expectNoFindings(page);
    await question.getByRole('button', { name: 'Undo link' }).click();
    await linked.waitFor({ state: 'detached' });
    await (await comesBy('eva')).getByRole('button', { name: 'Eva', exact: true }).waitFor();
  });
});
