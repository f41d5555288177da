import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataFolder } from '../e2e/data-folder.js';
import { runToEnd, startService, testKey } from '../e2e/service.js';
import { distributedDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

withCitus('an organization on the move', () => {
  test('to another worker and to a shard of its own, while accounts are made: no caller sees an error', async () => {
    const database = await distributedDatabase();
    closing.push(() => database.drop());
    const folder = await DataFolder.make();
    closing.push(() => folder.remove());
    const environment = { DATABASE_URL: database.url, USHER_DATA_DIR: folder.path };
    const service = await startService(environment);
    closing.push(() => service.kill());
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    closing.push(() => admin.end());
    await admin.query("set citus.propagate_set_commands = 'none'");
    const { rows: houses } = await admin.query<{ id: string }>('select id from organizations order by created_at');
    const house = houses[0].id;

    let isOver = false;
    const refused: unknown[] = [];
    let made = 0;
    const caller = async (of: number) => {
      for (let count = 0; !isOver; count += 1) {
        const { status, body } = await service.call('POST', '/users', { username: `guest-${of}-${count}` });
        if (status === 201) made += 1;
        else refused.push([status, body]);
      }
    };
    const callers = [1, 2].map(caller);

    const { rows: placed } = await admin.query<{ shard: string; host: string; port: number; to: number }>(
      `select s.shardid as shard, s.nodename as host, s.nodeport as port,
        (select n.nodeport from pg_dist_node n where n.groupid > 0 and n.nodeport <> s.nodeport limit 1) as to
       from citus_shards s
       where s.shardid = get_shard_id_for_distribution_column('public.users', $1::uuid)`,
      [house],
    );
    const { shard, host, port, to } = placed[0];
    const before = made;
    await admin.query(`select citus_move_shard_placement(${shard}, '${host}', ${port}, '${host}', ${to}, 'auto')`);
    const moved = made;
    await admin.query(`select isolate_tenant_to_new_shard('public.users', '${house}', 'CASCADE', 'auto')`);
    const isolated = made;
    isOver = true;
    await Promise.all(callers);
    expect(refused).toEqual([]);
    expect(moved).toBeGreaterThan(before);
    expect(isolated).toBeGreaterThan(moved);

    const after = await service.call('POST', '/users', { username: 'after' });
    expect(after.status).toBe(201);
    expect((await service.call('GET', '/users')).body.total_items).toBe(made + 1);
    const { rows: own } = await admin.query<{ least: string; most: string }>(
      `select shardminvalue as least, shardmaxvalue as most from pg_dist_shard
       where shardid = get_shard_id_for_distribution_column('public.users', $1::uuid)`,
      [house],
    );
    expect(own[0].least).toBe(own[0].most);
    const { code, out } = await runToEnd({ ...environment, USHER_MASTER_KEY: testKey }, 'audit', 'verify');
    expect([code, JSON.parse(out.split('\n')[0])]).toMatchObject([0, { ok: true, broken: null }]);
  }, 600_000);
});
