import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Lobby } from '../people/lobby.js';
import type { ConsolePage, ConsoleWorld } from './console-world.js';

const folder = fileURLToPath(new URL('../../web/src/pages/', import.meta.url));

/** The address of every page there is, as its route says: a new one is checked without a line here. */
export const pageAddresses = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => /path: '([^']+)'/.exec(readFileSync(`${folder}${name}/route.ts`, 'utf8'))![1]!)
  .sort();

/** In the name of everything of the furnished house. */
export const mark = 'Lindenhof';

/** A house with something of each kind on every page. */
export class FurnishedHouse {
  private constructor(
    private readonly world: ConsoleWorld,
    /** What stands for `$id` in an address. */
    private readonly ids: Readonly<Record<string, string>>,
  ) {}

  /** By the front desk, by the access point, by the API. */
  static async of(world: ConsoleWorld, lobby: Lobby): Promise<FurnishedHouse> {
    const ids: Record<string, string> = {};
    const named = (more: object) => ({ name: `${mark} first`, ...more });
    await lobby.checkIn('101', mark, '101-lindenhof');
    await lobby.joins('s-1', '101-lindenhof', 'lindenhof-101', 'AA-BB-CC-00-00-01');
    expect((await lobby.tries('101-lindenhof', 'guessed', 'AA-BB-CC-00-00-02')).packet).toBe('Access-Reject');
    await lobby.made('/users', { username: `${mark}-bar` });
    const { id: groupId } = await lobby.made('/user-groups', named({}));
    await lobby.made('/policies', named({ effect: 'deny', enabled: false }));
    await lobby.made('/voucher-presets', named({ table_id: groupId }));
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
    for (const page of ['', '/access', '/messages', '/files', '/delivery-settings', '/privacy'])
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
    await lobby.made(
      '/connections',
      named({ name: `${mark} directory`, connector: 'scim', enabled: false, settings: {} }),
    );
    const draft = named({ connector: 'csv', enabled: false, settings: { time_zone: 'Europe/Vienna' } });
    ids['/connections/$id/set-up'] = (await lobby.made('/connections', draft)).id;
    ids['/reports/$id'] = '110';
    ids['/people/$id'] = (await lobby.get('/guests?search=101'))._embedded.guests[0].id;
    const asked = { body: { mode: 'full', dry_run: false } };
    ids['/runs/$id'] = (await world.made(202, 'POST', `/connections/${lobby.house.connectionId}/sync`, asked)).id;
    ids['/logins/$id'] = (await lobby.get('/reports/13'))._embedded.rows[0].login_id;
    return new FurnishedHouse(world, ids);
  }

  /** Loads a page by its address, and waits until nothing on it is on its way. */
  async show(page: ConsolePage, path: string): Promise<void> {
    await page.goto(`http://127.0.0.1:${this.world.port}/console${this.addressOf(path)}`);
    await isThere(page);
  }

  /** The same as a link within the console goes there: what every page has, and axe, are not loaded again. */
  async goTo(page: ConsolePage, path: string): Promise<void> {
    await followLink(page, this.addressOf(path));
    await isThere(page);
  }

  private addressOf(path: string): string {
    if (path.includes('$') && this.ids[path] === undefined) throw new Error(`No example of ${path}: add one above`);
    return path.replace('$id', this.ids[path] ?? '');
  }
}

/** As TanStack Router shows it to the developers' tools of a browser. */
declare const __TSR_ROUTER__: {
  navigate(target: { to: string; search: object }): Promise<void>;
  readonly state: {
    readonly status: string;
    readonly location: { readonly href: string };
    readonly resolvedLocation?: { readonly href: string };
  };
};

/** To an address of the console, as its links go there; what the page asks for may still be on its way. */
export async function followLink(page: ConsolePage, address: string): Promise<void> {
  await page.evaluate((to) => __TSR_ROUTER__.navigate({ to, search: {} }), address);
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = __TSR_ROUTER__.state;
    return status === 'idle' && resolvedLocation?.href === location.href;
  });
}

async function isThere(page: ConsolePage): Promise<void> {
  await page.locator('h1').first().waitFor();
  await settled(page);
}

/** Nothing is being loaded. */
export async function settled(page: ConsolePage): Promise<void> {
  await page.locator('[aria-busy=true], [data-loading], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}
