import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

const redirect = 'res=notyet&uamip=10.1.0.1&uamport=3990&challenge=0123456789abcdef0123456789abcdef';
const mostFailures = 6;

inBrowser('who came by a portal, and who is locked at one', () => {
  let world: ConsoleWorld;
  let code: string;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const { id: network } = await world.made(201, 'POST', '/networks', { body: { name: 'Lobby' } });
    const portal = { name: 'Welcome', slug: 'welcome', methods: ['voucher'], network_id: network };
    const { id: portalId } = await world.made(201, 'POST', '/captive-portals', { body: portal });
    const gateway = {
      network_id: network,
      captive_portal_id: portalId,
      vendor: 'coova',
      login_hosts: ['10.1.0.1:3990'],
    };
    await world.made(201, 'POST', '/gateways', { body: { name: 'Lobby', ...gateway } });
    const { id: group } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Guests' } });
    const made = await world.made(201, 'POST', '/vouchers', { body: { table_id: group, duration: 3600 } });
    code = made._embedded.vouchers[0].code;
  });
  afterAll(() => world?.close());

  /** A guest's phone at the portal's page, types this. */
  async function types(mac: string, typed: string, often = 1): Promise<void> {
    const context = await world.browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    // What the gateway would do with her is not of this page.
    await page.route('http://10.1.0.1:3990/**', (route) => route.fulfill({ body: 'on' }));
    await page.goto(`http://127.0.0.1:${world.port}/p/welcome?${redirect}&mac=${mac}`);
    for (let each = 0; each < often; each += 1) {
      await page.locator('#voucher-code').fill(typed);
      await Promise.all([page.waitForLoadState(), page.locator('form:has(#voucher-code) button').first().click()]);
    }
    await context.close();
  }

  const openedAt = (path: string): Promise<ConsolePage> => world.signedIn('anna@example.com', path);

  test('a guest who came by the page is listed with her way in, and put off', async () => {
    await types('AA-BB-CC-00-11-22', code);
    const page = await openedAt('/console/registrations');
    await page.getByRole('row', { name: new RegExp(`${code}.*Welcome.*Active`) }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: code }).click();
    const drawer = page.getByRole('dialog', { name: code });
    await drawer.getByRole('link', { name: 'Welcome' }).waitFor();
    await drawer.getByText('aa:bb:cc:00:11:22').waitFor();
    await drawer.getByRole('button', { name: 'End' }).click();
    await page
      .getByRole('dialog', { name: `End the access of ${code}?` })
      .getByRole('button', { name: 'End' })
      .click();
    await page.getByRole('row', { name: new RegExp(`${code}.*Ended`) }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a portal without a gateway says so where it is set up and among the alerts, until it has one', async () => {
    const { id: network_id } = await world.made(201, 'POST', '/networks', { body: { name: 'Annex' } });
    const portal = { name: 'Annex', slug: 'annex', network_id, methods: ['terms_only'] };
    const { id } = await world.made(201, 'POST', '/captive-portals', { body: portal });
    const guest = await world.browser.newPage();
    await guest.goto(`http://127.0.0.1:${world.port}/p/annex`);
    await Promise.all([guest.waitForLoadState(), guest.locator('form button').first().click()]);
    await guest.close();

    const page = await openedAt('/console/alerts');
    await page.getByRole('row', { name: /^A portal without a gateway Annex/ }).waitFor();
    await page.getByRole('button', { name: 'A portal without a gateway' }).click();
    const drawer = page.getByRole('dialog', { name: 'A portal without a gateway: Annex' });
    await drawer.getByRole('link', { name: 'Go to portal' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'No gateway shows this portal yet' });
    await notice.waitFor();
    expect(page.url()).toContain(`/console/portals/${id}`);
    await expectNoFindings(page);

    const gateway = { name: 'Annex', network_id, vendor: 'coova', login_hosts: ['10.1.0.2:3990'] };
    await world.made(201, 'POST', '/gateways', { body: gateway });
    await page.reload();
    await page.getByRole('combobox', { name: 'Vendor' }).waitFor();
    await page.getByRole('table', { name: 'Gateway configuration' }).waitFor();
    expect(await notice.count()).toBe(0);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('what the gateway said about its last guest is copied without who she was', async () => {
    const page = await openedAt('/console/gateways');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Lobby' }).click();
    await page.getByRole('button', { name: "Last guest's parameters" }).click();
    const said = page.getByRole('dialog', { name: "Last guest's parameters" });
    await said.getByText('"uamport": "3990"').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await said.getByRole('button', { name: 'Copy' }).click();
    await said.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied).parameters).toMatchObject({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990' });
    expect(copied).not.toMatch(/00.11.22|0123456789abcdef/i);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('whoever typed a wrong code too often is locked, and unlocked at a touch', async () => {
    await types('AA-BB-CC-00-11-99', 'WRONGONE', mostFailures);
    const page = await openedAt('/console/portal-attempts?q=status:locked');
    await page
      .getByRole('row', { name: /a device Welcome.*Locked until/ })
      .first()
      .waitFor();
    await expectNoFindings(page);
    const buttons = page.getByRole('button', { name: /^Unlock / });
    for (let left = await buttons.count(); left > 0; left -= 1) {
      await buttons.first().click();
      await page.waitForFunction((rows) => document.querySelectorAll('main tbody tr').length < rows, left);
    }
    await page.getByText('No results match this filter').waitFor();
    expect((await world.made(200, 'GET', '/portal-attempts?filter[status]=locked')).total_items).toBe(0);
    await page.context().close();
  });
});
