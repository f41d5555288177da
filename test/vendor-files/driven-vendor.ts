import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import type { VendorFile } from '../../src/connectors/vendor-file/vendor-file.js';
import type { SimulatedRecords } from '../../src/connectors/vendor-simulator/simulated-records.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import type { Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';

/** An account as an operator reads it. */
export interface SeenPerson {
  readonly id: string;
  readonly group: string | undefined;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** A vendor that is a file: what happens there is edited into its records, read by the ways it has, and seen here. */
export class DrivenVendor {
  private constructor(
    readonly file: VendorFile,
    readonly simulator: VendorSimulator,
    readonly house: Connected,
  ) {}

  /** `place`: pms/rms; `timeZone`: the site's, where it is not the file's example. */
  static async start(
    service: WorkingService,
    place: string,
    { timeZone, ...connection }: { readonly timeZone?: string; readonly access?: object } = {},
  ): Promise<DrivenVendor> {
    const text = readFileSync(new URL(`../../src/connectors/${place}/vendor.yaml`, import.meta.url), 'utf8');
    const read = readVendor(text).file!;
    // The first example is what the simulator takes.
    const zoned = timeZone && { time_zone: { ...read.settings.time_zone, examples: [timeZone] } };
    const file: VendorFile = { ...read, settings: { ...read.settings, ...zoned } };
    const simulator = await VendorSimulator.start(file);
    const given = Object.entries(simulator.settings);
    const isSecret = ([name]: [string, unknown]) => file.settings[name].secret === true;
    const house = await service.connected({
      connector: file.key,
      settings: Object.fromEntries(given.filter((each) => !isSecret(each))),
      secrets: Object.fromEntries(given.filter(isSecret)),
      ...connection,
    });
    return new DrivenVendor(file, simulator, house);
  }

  async stop(): Promise<void> {
    await this.house.close();
    await this.simulator.stop();
  }

  get records(): SimulatedRecords {
    return this.simulator.records;
  }

  get timeZone(): string {
    return String(this.simulator.settings.time_zone ?? 'UTC');
  }

  /** When a day is over at the site, as answers write it; and so many seconds more. */
  endOf(day: string, seconds = 0): string {
    return DateTime.fromISO(day, { zone: this.timeZone })
      .plus({ days: 1 })
      .plus({ seconds })
      .toUTC()
      .toFormat("yyyy-MM-dd'T'HH:mm:ss");
  }

  /** Everything, read to its end. */
  list(): Promise<void> {
    return this.read('full');
  }

  /** By the quickest way that is not a message: what changed, else everything. */
  news(): Promise<void> {
    return this.read(this.file.changes ? 'incremental' : 'full');
  }

  /** A message about a record. */
  async tell(key: string, index = 0): Promise<void> {
    const { body, headers } = this.simulator.webhook(index, key);
    await this.house.world.made(200, 'POST', `/hooks/${this.house.connectionId}`, { body, headers, token: null });
  }

  /** Who was missing from a list has been for a week. */
  async weekPasses(): Promise<void> {
    await this.house.world.sql(
      `update subjects set first_missing_at = first_missing_at - interval '7 days' where connection_id = $1`,
      [this.house.connectionId],
    );
  }

  async person(username: string): Promise<SeenPerson> {
    const filter = `filter[username]=${encodeURIComponent(username)}`;
    const { _embedded } = (await this.house.world.made(200, 'GET', `/users?${filter}`)) as {
      _embedded: { users: (Omit<SeenPerson, 'group'> & { table_id: string | null })[] };
    };
    const [user] = _embedded.users;
    if (!user) throw new Error(`There is no account ${username}`);
    const { name } = user.table_id
      ? ((await this.house.world.made(200, 'GET', `/user-groups/${user.table_id}`)) as { name: string })
      : {};
    return { ...user, group: name };
  }

  /** Waits until the account has these. */
  async isSeen(username: string, wanted: Partial<SeenPerson>): Promise<SeenPerson> {
    let seen: SeenPerson | undefined;
    return until(`${username} has ${JSON.stringify(wanted)}`, async () => {
      seen = await this.person(username);
      const isSo = (name: string, value: unknown) =>
        name === 'valid_until' && typeof value === 'string'
          ? seen!.valid_until?.startsWith(value)
          : seen![name as keyof SeenPerson] === value;
      return Object.entries(wanted).every(([name, value]) => isSo(name, value)) && seen;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; it has ${JSON.stringify(seen)}`);
    });
  }

  private async read(mode: 'full' | 'incremental'): Promise<void> {
    const { id } = (await this.house.world.made(202, 'POST', `/connections/${this.house.connectionId}/sync`, {
      body: { mode },
    })) as { id: string };
    const run = await until('the run ends', async () => {
      const found = (await this.house.world.made(200, 'GET', `/runs/${id}`)) as { status: string };
      if (['queued', 'running'].includes(found.status)) throw new Error(JSON.stringify(found));
      return found;
    });
    if (run.status !== 'done') throw new Error(`The run of ${this.file.key}: ${JSON.stringify(run)}`);
  }
}

/** A day from now, as vendors write it. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
