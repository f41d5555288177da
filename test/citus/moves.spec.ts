import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, runToEnd, startService, testKey } from '../e2e/service.js';
import { pause, until } from '../e2e/until.js';
import { distributedDatabase } from './citus-database.js';
import { makingAccounts } from './making-accounts.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

interface Placement {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
}

/** Where an organization's accounts are. */
async function placementOf(admin: pg.Client, organization: string): Promise<Placement> {
  const { rows } = await admin.query<Placement>(
    `select shardid::text as shard, nodename as host, nodeport as port from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('public.users', $1::uuid)`,
    [organization],
  );
  return rows[0];
}

/** Lists the accounts of an organization again and again until it is told to stop; gives what was not answered 200. */
function readingAll(service: RunningService, organization: string) {
  const refused: number[] = [];
  let isToStop = false;
  const ended = (async () => {
    while (!isToStop) {
      const { status } = await service.call('GET', '/users', undefined, { 'x-organization-id': organization });
      if (status !== 200) refused.push(status);
      await pause(20);
    }
  })();
  return {
    stop: async () => {
      isToStop = true;
      await ended;
      return refused;
    },
  };
}

withCitus('an organization that is moved', () => {
  // By `block_writes`: the other way replicates logically, which PostgreSQL refuses where row-level security is forced.
  test('alone, to shards of its own, and by a rebalance: who writes waits, nobody is refused', async () => {
    const database = await distributedDatabase();
    closing.push(() => database.drop());
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    closing.push(() => admin.end());
    const folder = await DataFolder.make();
    closing.push(() => folder.remove());
    const environment = { DATABASE_URL: database.url, USHER_DATA_DIR: folder.path };
    const service = await startService(environment);
    closing.push(() => service.kill());
    const made = await service.call('POST', '/organizations', { name: 'House' });
    expect(made.status).toBe(201);
    const id = String(made.body.id);
    const before = await placementOf(admin, id);
    const { rows: others } = await admin.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and nodeport <> $1',
      [before.port],
    );

    const accounts = makingAccounts(service, id, 20);
    closing.push(accounts.stop);
    const reads = readingAll(service, id);
    closing.push(reads.stop);
    await until('accounts are made', () => accounts.tried.length > 5);
    await admin.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')", [
      before.shard,
      before.host,
      before.port,
      others[0].host,
      others[0].port,
    ]);
    expect(await placementOf(admin, id)).toEqual({ ...before, ...others[0] });
    const moved = accounts.tried.length;
    await until('accounts are made there', () => accounts.tried.length > moved + 5);

    await admin.query("select isolate_tenant_to_new_shard('public.users', $1::uuid, 'CASCADE', 'block_writes')", [id]);
    expect((await placementOf(admin, id)).shard).not.toBe(before.shard);
    const isolated = accounts.tried.length;
    await until('accounts are made in its own', () => accounts.tried.length > isolated + 5);

    const placements =
      "select string_agg(shardid || ':' || nodeport, ' ' order by shardid) as all from pg_dist_shard_placement";
    const unbalanced = (await admin.query<{ all: string }>(placements)).rows[0].all;
    await admin.query("select rebalance_table_shards(shard_transfer_mode => 'block_writes')");
    expect((await admin.query<{ all: string }>(placements)).rows[0].all).not.toBe(unbalanced);
    const rebalanced = accounts.tried.length;
    await until('accounts are made after it', () => accounts.tried.length > rebalanced + 5);

    expect(await reads.stop()).toEqual([]);
    const tried = await accounts.stop();
    expect(tried.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await accounts.lost()).toEqual([]);
    expect(service.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    const { code, out } = await runToEnd({ ...environment, USHER_MASTER_KEY: testKey }, 'audit', 'verify');
    expect([code, JSON.parse(out.split('\n')[0])]).toMatchObject([0, { ok: true, broken: null }]);
  }, 600_000);
});
