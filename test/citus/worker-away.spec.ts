import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataFolder } from '../e2e/data-folder.js';
import { startService } from '../e2e/service.js';
import { pause, until } from '../e2e/until.js';
import { type CitusDatabase, distributedDatabase } from './citus-database.js';
import { CuttableLine } from './cuttable-line.js';
import { makingAccounts } from './making-accounts.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

const awaySeconds = 5;

/** The nodes of this database speak to its first worker by a line that can be cut. */
async function withLine(database: CitusDatabase) {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  closing.push(() => admin.end());
  const { rows } = await admin.query<{ id: number; host: string; port: number }>(
    'select nodeid as id, nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
  );
  const [{ id, host, port }] = rows;
  const line = await CuttableLine.to(host, port);
  closing.push(() => line.close());
  await admin.query('select citus_update_node($1, $2, $3)', [id, '127.0.0.1', line.port]);
  const isBehindLine = async (organization: string): Promise<boolean> => {
    const found = await admin.query<{ is: boolean }>(
      `select nodeport = $2 as is from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('public.users', $1::uuid)`,
      [organization, line.port],
    );
    return found.rows[0].is;
  };
  return { line, isBehindLine };
}

withCitus('a worker that is out of reach for some seconds', () => {
  test('stops its own organizations only, and nothing that was answered is lost', async () => {
    const database = await distributedDatabase();
    closing.push(() => database.drop());
    const { line, isBehindLine } = await withLine(database);
    const folder = await DataFolder.make();
    closing.push(() => folder.remove());
    const service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
    closing.push(() => service.kill());

    const organizations = new Map<boolean, string>();
    for (let number = 0; organizations.size < 2; number += 1) {
      const { status, body } = await service.call('POST', '/organizations', { name: `House ${number}` });
      expect(status).toBe(201);
      organizations.set(await isBehindLine(String(body.id)), String(body.id));
    }
    const [behind, beside] = [true, false].map((is) => makingAccounts(service, organizations.get(is) ?? ''));
    closing.push(behind.stop, beside.stop);
    await until('both make accounts', () => behind.tried.length > 5 && beside.tried.length > 5);

    line.cut();
    const [behindSoFar, besideSoFar] = [behind.tried.length, beside.tried.length];
    await until('its own are refused', () => behind.tried.slice(behindSoFar).some(({ status }) => status === 503));
    await pause(awaySeconds * 1000);
    await until('the others go on', () => beside.tried.slice(besideSoFar).some(({ status }) => status === 201));
    line.mend();
    const madeBefore = behind.tried.length;
    await until('its own go on', () => behind.tried.slice(madeBefore).some(({ status }) => status === 201));

    for (const each of [behind, beside]) {
      const tried = await each.stop();
      expect(tried.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
      expect(await each.lost()).toEqual([]);
    }
    // Who is asked something of all organizations meanwhile is refused, too.
    expect(beside.tried.filter(({ status }) => status !== 201).length).toBeLessThanOrEqual(1);
  }, 300_000);
});
