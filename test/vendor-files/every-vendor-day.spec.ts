import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { parse, stringify } from 'yaml';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import type { VendorFile } from '../../src/connectors/vendor-file/vendor-file.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { arriving } from '../e2e/arriving.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type Answer, type RunningService, startService } from '../e2e/service.js';
import { until } from '../e2e/until.js';
import { SamplesOfToday } from './sample-of-today.js';

/**
 * From the vendor to accounts and to their end, in the service's own process, for every vendor that is a file: somebody
 * is listed, the same list again writes nothing, another one comes with the vendor's event (or the next list, where it
 * has none) and goes by it again.
 */
const root = new URL('../../src/connectors/', import.meta.url);
const places = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((place) => place.endsWith('/vendor.yaml'))
  .sort();

/** What no vendor that is a file wants to hear; the twins want it. */
const acknowledge = { status: 202, type: 'text/xml', body: '<Success/>' };

let folder: DataFolder;
let database: TestDatabase;
let service: RunningService;
let sql: pg.Client;

beforeAll(async () => {
  folder = await DataFolder.make();
  const twins = path.join(folder.path, 'vendors');
  for (const place of places) writeTwin(twins, place);
  database = await createMigratedDatabase();
  service = await startService({
    DATABASE_URL: database.url,
    USHER_DATA_DIR: folder.path,
    USHER_VENDORS_DIR: twins,
  });
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
}, 600_000);

afterAll(async () => {
  await service.stop();
  await sql.end();
  await database.drop();
  await folder.remove();
});

/** The same vendor under another key, where who is missing from two lists has left at once: no test waits for hours. */
function writeTwin(twins: string, place: string): void {
  const words = parse(readFileSync(new URL(place, root), 'utf8'), { merge: true }) as Record<string, unknown>;
  const key = `${String(words.key)}-at-once`;
  mkdirSync(path.join(twins, key), { recursive: true });
  const webhook = words.webhook ? { ...words.webhook, acknowledge } : undefined;
  const twin = { ...words, key, absence: { scans: 2, minimum_age_seconds: 0 }, ...(webhook ? { webhook } : {}) };
  writeFileSync(path.join(twins, key, 'vendor.yaml'), stringify(twin, { aliasDuplicateObjects: false }));
}

/** One connection in an organization of its own. */
class House {
  private constructor(
    private readonly there: Record<string, string>,
    private readonly connectionId: string,
  ) {}

  static async connected(connector: string, file: VendorFile, settings: object): Promise<House> {
    const { body: organization } = await service.call('POST', '/organizations', { name: connector });
    const there = { 'x-organization-id': String(organization.id) };
    const given = Object.entries(settings);
    const isSecret = ([name]: [string, unknown]) => file.settings[name].secret === true;
    const connection = {
      name: file.name,
      connector,
      settings: Object.fromEntries(given.filter((each) => !isSecret(each))),
      secrets: Object.fromEntries(given.filter(isSecret)),
      target: { console: 'built-in' },
      enabled: true,
      schedule: { full: null, incremental: null },
    };
    const { body } = made(201, await service.call('POST', '/connections', connection, there));
    return new House(there, String(body.id));
  }

  /** Accounts and vouchers that open the Wi-Fi, by their ids. */
  async accounts(): Promise<readonly string[]> {
    const [users, vouchers] = await Promise.all(
      ['users', 'vouchers'].map(async (name) => {
        const { body } = made(200, await service.call('GET', `/${name}?page_size=100`, undefined, this.there));
        return body._embedded![name];
      }),
    );
    return [
      ...users.filter(({ disabled }) => !disabled),
      ...vouchers.filter(({ status }) => status === 'unused' || status === 'active'),
    ].map(({ id }) => String(id));
  }

  async become(count: number): Promise<readonly string[]> {
    return until(`there are ${count} accounts`, async () => {
      const accounts = await this.accounts();
      return accounts.length === count && accounts;
    });
  }

  async read(mode: 'full' | 'incremental'): Promise<void> {
    const order = await service.call('POST', `/connections/${this.connectionId}/sync`, { mode }, this.there);
    const { id } = made(202, order).body;
    const run = await until('the run ends', async () => {
      const { body } = await service.call('GET', `/runs/${String(id)}`, undefined, this.there);
      return !['queued', 'running'].includes(String(body.status)) && body;
    });
    expect(run).toMatchObject({ status: 'done' });
  }

  /** Which versions of their rows the records have: each writing makes a new one. */
  async written(): Promise<readonly object[]> {
    const { rows } = await sql.query<object>(
      'select source_key, xmin::text from subjects where connection_id = $1 order by source_key',
      [this.connectionId],
    );
    return rows;
  }

  get hookUrl(): string {
    return `${service.url}/hooks/${this.connectionId}`;
  }

  async hook({ body, headers }: ReturnType<VendorSimulator['webhook']>): Promise<void> {
    expect((await fetch(this.hookUrl, { method: 'POST', body, headers })).status).toBe(200);
  }
}

function made(status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

test.each(places)('%s', async (place) => {
  const file = readVendor(readFileSync(new URL(place, root), 'utf8')).file!;
  const simulator = await VendorSimulator.start(file);
  try {
    const samples = new SamplesOfToday(file, simulator.settings);
    const { present, past } = samples;
    const listed = () => {
      const key = simulator.records.add();
      simulator.records.become(key, present);
      return key;
    };
    const news = async (house: House, key: string) => {
      const message = file.webhook?.samples.findIndex(({ names }) => names !== null);
      if (message !== undefined) return house.hook(simulator.webhook(message, key));
      return house.read(file.changes ? 'incremental' : 'full');
    };
    const house = await House.connected(past ? file.key : `${file.key}-at-once`, file, simulator.settings);

    listed();
    await house.read('full');
    const first = await house.become(1);
    const written = await house.written();
    await house.read('full');
    expect(await house.written()).toEqual(written);

    const guest = listed();
    const came = arriving(file.key);
    await news(house, guest);
    expect(await house.become(2)).toEqual(expect.arrayContaining([...first]));
    came();

    if (past) {
      simulator.records.become(guest, past);
      await news(house, guest);
    } else {
      simulator.records.remove(guest);
      await house.read('full');
      expect(await house.accounts()).toHaveLength(2);
      await house.read('full');
    }
    expect(await house.become(1)).toEqual(first);
  } finally {
    await simulator.stop();
  }
});

test('a vendor that asks first is told what it said, and one that wants words for a message gets them', async () => {
  const file = readVendor(readFileSync(new URL('hr/okta/vendor.yaml', root), 'utf8')).file!;
  const simulator = await VendorSimulator.start(file);
  try {
    const { hookUrl } = await House.connected('okta-at-once', file, simulator.settings);
    const asked = await fetch(hookUrl, { headers: { 'x-okta-verification-challenge': 'a1b2c3' } });
    expect([asked.status, await asked.json()]).toEqual([200, { verification: 'a1b2c3' }]);

    const { body, headers } = simulator.webhook(0);
    const told = await fetch(hookUrl, { method: 'POST', body, headers });
    expect([told.status, told.headers.get('content-type'), await told.text()]).toEqual([
      202,
      'text/xml; charset=utf-8',
      '<Success/>',
    ]);
    const forged = await fetch(hookUrl, { method: 'POST', body, headers: { ...headers, authorization: 'guessed' } });
    expect([forged.status, await forged.text()]).toEqual([401, expect.not.stringContaining('<Success/>')]);
  } finally {
    await simulator.stop();
  }
});
