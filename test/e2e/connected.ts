import { workOf } from '../../src/start/background-work.js';
import type { Settings } from '../../src/kernel/settings.js';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { until } from './until.js';

/** The whole service in this process, its engine at work, with one connection to an outside. */
export interface Connected {
  readonly world: UsherWorld;
  readonly connectionId: string;
  /** Where the outside posts to. */
  readonly hookUrl: string;
  /** username → enabled | disabled, as the console says over its API. */
  accounts(): Promise<Record<string, string>>;
  vouchers(): Promise<readonly { readonly status: string; readonly valid_until: string | null }[]>;
  /** Waits until the accounts are these. */
  become(accounts: Readonly<Record<string, string>>): Promise<void>;
  /** A full scan, from its order to its end; gives the run. */
  scan(): Promise<Record<string, unknown>>;
  /** Removes the connection. */
  close(): Promise<void>;
}

/** @throws when the connection is refused */
export async function connected(
  connection: Readonly<Record<string, unknown>>,
  settings: Partial<Settings> = {},
): Promise<Connected> {
  const service = await WorkingService.start(settings);
  const house = await service.connected(connection, service.world);
  return {
    ...house,
    close: async () => {
      await house.close();
      await service.stop();
    },
  };
}

/** The service and its engine at work; each connection in an organization of its own. */
export class WorkingService {
  private houses = 0;

  private constructor(readonly world: UsherWorld) {}

  static async start(settings: Partial<Settings> = {}): Promise<WorkingService> {
    const world = await usherWorld({ settings });
    world.app.get(Backgrounds).start(workOf(world.app, 'all'));
    return new WorkingService(world);
  }

  async stop(): Promise<void> {
    await this.world.app.get(Backgrounds).stop();
    await this.world.close();
  }

  /** @throws when the connection is refused */
  async connected(connection: Readonly<Record<string, unknown>>, inside?: UsherWorld): Promise<Connected> {
    this.houses += 1;
    return connect(inside ?? (await this.world.within(`House ${this.houses}`)), connection);
  }
}

async function connect(world: UsherWorld, connection: Readonly<Record<string, unknown>>): Promise<Connected> {
  const { id } = (await world.made(201, 'POST', '/connections', {
    body: {
      name: 'Outside',
      target: { console: 'built-in' },
      enabled: true,
      schedule: { full: null, incremental: null },
      ...connection,
    },
  })) as { id: string };
  const accounts = async () => {
    const { _embedded } = (await world.made(200, 'GET', '/users?page_size=100')) as {
      _embedded: { users: { username: string; disabled: number }[] };
    };
    return Object.fromEntries(
      _embedded.users.map(({ username, disabled }) => [username, disabled ? 'disabled' : 'enabled']).sort(),
    );
  };
  return {
    world,
    connectionId: id,
    hookUrl: `http://127.0.0.1:${world.port}/hooks/${id}`,
    accounts,
    vouchers: async () => {
      const { _embedded } = (await world.made(200, 'GET', '/vouchers?page_size=100')) as {
        _embedded: { vouchers: { status: string; valid_until: string | null }[] };
      };
      return _embedded.vouchers;
    },
    become: async (wanted) => {
      let seen = '';
      await until(`the accounts are ${JSON.stringify(wanted)}`, async () => {
        seen = JSON.stringify(await accounts());
        return seen === JSON.stringify(Object.fromEntries(Object.entries(wanted).sort()));
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}; they are ${seen}`);
      });
    },
    scan: async () => {
      const run = (await world.made(202, 'POST', `/connections/${id}/sync`, {
        body: { mode: 'full', dry_run: false },
      })) as { id: string };
      return until('the scan ends', async () => {
        const found = (await world.made(200, 'GET', `/runs/${run.id}`)) as Record<string, unknown>;
        return !['queued', 'running'].includes(String(found.status)) && found;
      });
    },
    close: async () => {
      await world.made(204, 'DELETE', `/connections/${id}?accounts=keep`);
    },
  };
}
