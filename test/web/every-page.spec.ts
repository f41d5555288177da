import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lobby } from '../people/lobby.js';
import { missingPackages } from '../radius/around.js';
import { axeFindings } from '../portal/axe-findings.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { inColours, makeNarrow } from './page-check.js';

const withHotel = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;
const folder = fileURLToPath(new URL('../../web/src/pages/', import.meta.url));

/** The address of every page there is, as its route says: a new one is checked without a line here. */
const addresses = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => /path: '([^']+)'/.exec(readFileSync(`${folder}${name}/route.ts`, 'utf8'))![1]!)
  .sort();

/** In the name of everything of the one house, and in no name of the other. */
const mark = 'Lindenhof';

withHotel('every page of the console', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;
  /** Pages on which the one house saw what is hers. */
  const shown = new Set<string>();
  /** What stands for `$id` in an address. */
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
    await theHouse();
    const { token } = await world.organization('Seeblick');
    await world.operator('berta@example.com', { token });
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  /** Something of each kind: by the front desk, by the access point, by the API. */
  async function theHouse(): Promise<void> {
    const named = (more: object) => ({ name: `${mark} first`, ...more });
    await lobby.checkIn('101', mark, '101-lindenhof');
    await lobby.joins('s-1', '101-lindenhof', 'lindenhof-101', 'AA-BB-CC-00-00-01');
    expect((await lobby.tries('101-lindenhof', 'guessed', 'AA-BB-CC-00-00-02')).packet).toBe('Access-Reject');
    await lobby.made('/users', { username: `${mark}-bar` });
    const { id: groupId } = await lobby.made('/user-groups', named({}));
    await lobby.made('/policies', named({ effect: 'deny', enabled: false }));
    await lobby.made('/vouchers', { table_id: groupId, count: 3, comment: `${mark} fair`, duration: 86_400 });
    await lobby.made('/devices', named({ mac: 'AA-BB-CC-00-00-03' }));
    await lobby.made(
      '/gateways',
      named({ network_id: lobby.networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] }),
    );
    await lobby.made('/alertcontacts', named({ email: 'desk@example.com', events: ['plan.held'] }));
    await lobby.made('/webhooks', {
      url: 'https://example.com/',
      description: `${mark} receiver`,
      events: ['user.created'],
    });
    await lobby.made('/radius-servers', named({ address: '192.0.2.1' }));
    await lobby.made('/payment-providers', named({ type: 'stripe' }));
    const login = { issuer: 'https://login.example.com', client_id: 'usher', client_secret: 'secret of the client' };
    await lobby.made('/authentication-providers', named({ type: 'oidc', settings: login }));
    const profile = { ssid: 'Lobby', eap_type: 'PEAP', platform: 'ios', name: `${mark} phones` };
    await world.made(200, 'POST', '/profiles', { body: profile });
    const mail = { report_id: '7', every: 'week', recipients: ['desk@example.com'] };
    await lobby.made('/report-schedules', named(mail));
    const portal = named({ slug: 'lindenhof', network_id: lobby.networkId, methods: ['room_surname'] });
    ids['/portals/$id'] = (await lobby.made('/captive-portals', portal)).id;
    for (const page of ['', '/access', '/messages', '/files', '/delivery-settings'])
      ids[`/connections/$id${page}`] = lobby.house.connectionId;
    const sample = { id: 7, name: `${mark} visitor` };
    const mapping = { version: 1, kind: 'visit', match: [{ status: 'active' }], key: { path: '/id' }, sample };
    const hook = named({
      connector: 'webhook',
      enabled: false,
      settings: { verifier: { type: 'bearer' }, mapping: { ...mapping, fields: { last_name: { path: '/name' } } } },
      secrets: { secret: 'a-secret-of-the-visitors' },
    });
    ids['/connections/$id/mapping'] = (await lobby.made('/connections', hook)).id;
    const draft = named({ connector: 'csv', enabled: false, settings: { time_zone: 'Europe/Vienna' } });
    ids['/connections/$id/set-up'] = (await lobby.made('/connections', draft)).id;
    ids['/reports/$id'] = '110';
    ids['/people/$id'] = (await lobby.get('/guests?search=101'))._embedded.guests[0].id;
    const asked = { body: { mode: 'full', dry_run: false } };
    ids['/runs/$id'] = (await world.made(202, 'POST', `/connections/${lobby.house.connectionId}/sync`, asked)).id;
    ids['/logins/$id'] = (await lobby.get('/reports/13'))._embedded.rows[0].login_id;
  }

  const addressOf = (path: string) => {
    if (path.includes('$') && ids[path] === undefined) throw new Error(`No example of ${path}: add one above`);
    return `/console${path.replace('$id', ids[path] ?? '')}`;
  };

  async function at(page: ConsolePage, path: string): Promise<void> {
    await page.goto(`http://127.0.0.1:${world.port}${addressOf(path)}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const onItsWay of ['[aria-busy=true]', '[data-loading]', '.mantine-Skeleton-root'])
      await page.locator(onItsWay).first().waitFor({ state: 'detached' });
  }

  test('axe finds nothing: light, dark, with forced colours on some, from right to left at 320 px', async () => {
    const page = await world.signedIn('anna@example.com');
    for (const [index, path] of addresses.entries()) {
      await at(page, path);
      if ((await wordsOf(page)).includes(mark)) shown.add(path);
      const light = await axeFindings(page);
      await inColours(page, 'dark');
      const dark = await axeFindings(page, colours);
      await inColours(page, 'light');
      // The parts are the same everywhere.
      const isForced = index % forcedEvery === 0;
      if (isForced) await page.emulateMedia({ forcedColors: 'active' });
      const forced = isForced ? await axeFindings(page, colours) : [];
      if (isForced) await page.emulateMedia({ forcedColors: 'none' });
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await makeNarrow(page);
      const narrow = await axeFindings(page, { only: ['target-size'] });
      await page.setViewportSize({ width: 1280, height: 720 });
      expect({ path, light, dark, forced, narrow }).toEqual({ path, light: [], dark: [], forced: [], narrow: [] });
    }
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('an operator of one house sees nothing of another', async () => {
    const berta = await world.signedIn('berta@example.com');
    for (const path of addresses) {
      await at(berta, path);
      const words = await wordsOf(berta);
      expect([path, words.includes(mark), /desk@|aa:bb:cc/i.test(words)]).toEqual([path, false, false]);
    }
    // Else nothing would be proven: most pages showed the one house what is hers, in the test before.
    expect(shown.size).toBeGreaterThan(addresses.length / 2);
    await berta.context().close();
  });
});

const forcedEvery = 4;
/** What light and dark change. */
const colours = { only: ['color-contrast'] };
const wordsOf = (page: ConsolePage) => page.locator('body').innerText();

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
