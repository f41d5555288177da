import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { Database, statement } from '../../src/database/database.js';
import { DatabaseState } from '../../src/database/database-state.js';
import { probeDatabase } from '../../src/database/look-at-database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { DatabaseUnavailable, type DatabaseRefusal } from '../../src/kernel/database-unavailable.js';
import { Log } from '../../src/kernel/log.js';
import { eventually, ManualClock, SeededChance } from '../kernel/manual-clock.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const everywhere = systemContext(everyOrganization, 'test');
const write = statement(
  '',
  "insert into leases (organization_id, name, owner, token, until_at) values (gen_random_uuid(), 'x', 'x', 1, now())",
);
const raising = (code: string) =>
  statement('', `do $$ begin raise exception 'refused' using errcode = '${code}'; end $$`);

class CountingLog extends Log {
  readonly lines: string[] = [];
  debug(): void {}
  warn(): void {}
  error(facts: { refusal?: string }): void {
    this.lines.push(`refused: ${facts.refusal}`);
  }
  info(facts: { was?: string }): void {
    this.lines.push(`again: ${facts.was}`);
  }
  with(): Log {
    return this;
  }
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DatabaseUnavailable ? error.refusal : `no refusal: ${String(error)}`;
}

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: process.env.USHER_TEST_ADMIN_URL ?? process.env.USHER_TEST_DATABASE_URL,
  });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

test('states of the database differ from mistakes in statements, inside a transaction and outside', async () => {
  const told: Record<string, DatabaseRefusal> = {
    53100: 'disk_full',
    53200: 'out_of_memory',
    53300: 'out_of_connections',
    53400: 'out_of_memory',
    '57P01': 'stopping',
    '57P03': 'stopping',
    '58030': 'failing',
    '58P01': 'failing',
    '08006': 'unreachable',
    25006: 'read_only',
    26000: 'prepared_statements_lost',
    '42P05': 'prepared_statements_lost',
  };
  for (const [code, refusal] of Object.entries(told)) {
    expect([code, await refusalOf(fresh.database.query(everywhere, raising(code)))]).toEqual([code, refusal]);
    expect([
      code,
      await refusalOf(fresh.database.transaction(everywhere, (inside) => fresh.database.query(inside, raising(code)))),
    ]).toEqual([code, refusal]);
    expect([
      code,
      await refusalOf(
        fresh.database.transaction(everywhere, (inside) => fresh.database.manager(inside).query(raising(code).text)),
      ),
    ]).toEqual([code, refusal]);
  }
  for (const code of ['23505', '22001', '57014', '55P03', '42501', 'XX000'])
    expect(await refusalOf(fresh.database.query(everywhere, raising(code)))).toMatch(/^no refusal/);
});

test("a connection that cannot be opened, for whatever reason, is the database's state", async () => {
  const dead = new URL(fresh.url);
  dead.port = '9';
  const gone = new URL(fresh.url);
  gone.pathname = '/no_such_database';
  for (const url of [dead, gone]) {
    const dataSource = createDataSource({ url: fresh.url, poolSize: 1 }, []);
    await dataSource.initialize();
    const pool = (
      dataSource.driver as unknown as { master: { options: { connectionString: string }; end(): Promise<void> } }
    ).master;
    pool.options.connectionString = url.href;
    Object.assign(pool.options, { host: url.hostname, port: Number(url.port), database: nameOf(url.href) });
    const database = new Database(dataSource, { assumeTenantRole: false });
    await asAdministrator(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(fresh.url)}'`,
    );
    await eventually(
      'new connections fail',
      async () => (await refusalOf(database.query(everywhere, write))) === 'unreachable',
    );
    await dataSource.destroy();
  }
});

test('a database that takes no writes is seen, and that it does again; each is one line', async () => {
  const log = new CountingLog();
  const clock = new ManualClock();
  const state = new DatabaseState(() => probeDatabase(fresh.dataSource), clock, new SeededChance(), log);
  const database = new Database(fresh.dataSource, { assumeTenantRole: false, state });
  const name = nameOf(fresh.url);
  const pool = (fresh.dataSource.driver as unknown as { master: pg.Pool }).master;
  const readOnly = async (value: string) => {
    // A look that is under way would see its own connection ended.
    await eventually('no look is under way', () => pool.idleCount === pool.totalCount);
    await asAdministrator(`alter database ${name} set default_transaction_read_only = ${value}`);
    await asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const isNew = async () => {
      const [found] = await fresh.dataSource.query<object[]>('show default_transaction_read_only');
      return Object.values(found)[0] === value;
    };
    await eventually('old connections are gone', async () =>
      (await Promise.all(Array.from({ length: 10 }, () => isNew().catch(() => false)))).every(Boolean),
    );
  };
  await readOnly('on');
  for (let count = 0; count < 50; count += 1)
    expect(await refusalOf(database.query(everywhere, write))).toBe('read_only');
  await clock.advance(60);
  expect(state.current).toMatchObject({ refusal: 'read_only' });
  expect(log.lines).toEqual(['refused: read_only']);
  await readOnly('off');
  await eventually('it is over', async () => {
    await clock.advance(15);
    return state.current === null;
  });
  expect(log.lines).toEqual(['refused: read_only', 'again: read_only']);
  await state.close();
});

test('a full disk is over when nothing has met it for a while; otherwise it is logged every ten minutes', async () => {
  const log = new CountingLog();
  const clock = new ManualClock();
  const state = new DatabaseState(async () => undefined, clock, new SeededChance(), log);
  for (let second = 0; second < 1_200; second += 10) {
    state.refused(new DatabaseUnavailable('disk_full', '53100'));
    await clock.advance(10);
  }
  expect(state.current).toMatchObject({ refusal: 'disk_full', detail: 'The disk of the database is full' });
  expect(log.lines).toEqual(['refused: disk_full', 'refused: disk_full']);
  await clock.advance(40);
  expect(state.current).toBeNull();
  expect(log.lines.at(-1)).toBe('again: disk_full');
  await state.close();
});
