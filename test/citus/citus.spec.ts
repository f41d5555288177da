import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { distribute } from '../../src/database/distribution/distribute.js';
import { type CitusDatabase, distributedDatabase, emptyCitusDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

/** One after the other in a transaction that sees what `scope` may; the rows of the last. */
async function inScope(url: string, scope: string, ...statements: readonly (string | [string, unknown[]])[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local usher.organization_id = '${scope}'`);
    let rows: Record<string, unknown>[] = [];
    for (const each of statements) {
      const [text, values] = typeof each === 'string' ? [each, []] : each;
      ({ rows } = await client.query(text, values));
    }
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

const addUsers = (organizationId: string, count: number): [string, unknown[]] => [
  `insert into users (organization_id, id, username, username_key, created_at, updated_at)
    select $1::uuid, gen_random_uuid(), 'guest-' || n, 'guest-' || n, now(), now() from generate_series(1, $2::int) n
    on conflict do nothing`,
  [organizationId, count],
];

withCitus('on Citus, distributed by organization', () => {
  let made: CitusDatabase;
  beforeAll(async () => {
    made = await distributedDatabase();
  }, 120_000);
  afterAll(async () => made?.drop());

  async function organization(parent: string | null = null): Promise<string> {
    const id = randomUUID();
    await inScope(made.url, '*', [
      `insert into organizations (id, parent_id, path, name, created_at, updated_at)
        values ($1, $2, array_remove(array[$2::uuid, $1::uuid], null), 'House', now(), now())`,
      [id, parent],
    ]);
    return id;
  }
  const audited = async (of: string, resource: string) =>
    inScope(made.url, of, [
      `select action, count(*)::int as entries from audit_entries where organization_id = $1 and resource = $2
        group by 1 order by 1`,
      [of, resource],
    ]);

  test('every change of a distributed table is in the audit, and in the totals', async () => {
    const houses = await Promise.all(Array.from({ length: 8 }, () => organization()));
    for (const house of houses) {
      await inScope(made.url, house, addUsers(house, 20));
      await inScope(made.url, house, ["update users set comment = 'late' where organization_id = $1", [house]]);
      await inScope(made.url, house, [
        "delete from users where organization_id = $1 and username_key = 'guest-1'",
        [house],
      ]);
      expect(await audited(house, 'users')).toEqual([
        { action: 'create', entries: 20 },
        { action: 'delete', entries: 1 },
        { action: 'update', entries: 20 },
      ]);
      const [{ total }] = await inScope(made.url, house, [
        "select sum(total)::int as total from resource_counts where organization_id = $1 and resource = 'users'",
        [house],
      ]);
      expect(total).toBe(19);
    }
  });

  test('a session that planned in a transaction that was rolled back writes each later change once', async () => {
    const house = await organization();
    const client = new pg.Client({ connectionString: made.url });
    await client.connect();
    try {
      // More often than PostgreSQL plans a prepared statement for its values.
      for (let round = 0; round < 9; round += 1) {
        await client.query('begin');
        await client.query(`set local usher.organization_id = '${house}'`);
        await client.query(
          `insert into users (organization_id, id, username, username_key, created_at, updated_at)
            values ($1, $2, $3, $3, now(), now()), ($1, $4, $5, $5, now(), now())`,
          [house, randomUUID(), `it's "${round}"`, randomUUID(), `\\{${round},}`],
        );
        await client.query(round % 3 === 0 ? 'rollback' : 'commit');
      }
    } finally {
      await client.end();
    }
    expect(await audited(house, 'users')).toEqual([{ action: 'create', entries: 12 }]);
    const told = await inScope(made.url, house, [
      `select a.after ->> 'username' = u.username as right from audit_entries a
        join users u on u.organization_id = a.organization_id and u.id = a.resource_id where a.organization_id = $1`,
      [house],
    ]);
    expect(told).toEqual(Array.from({ length: 12 }, () => ({ right: true })));
    const [{ total }] = await inScope(made.url, house, [
      "select sum(total)::int as total from resource_counts where organization_id = $1 and resource = 'users'",
      [house],
    ]);
    expect(total).toBe(12);
    const [{ waiting }] = await inScope(made.url, house, [
      'select sum(entries)::int as waiting from audit_open where organization_id = $1',
      [house],
    ]);
    expect(waiting).toBe(13);
  });

  test('an organization is told of once, in its own audit and in that of the one above', async () => {
    const above = await organization();
    const below = await organization(above);
    await inScope(made.url, '*', ["update organizations set name = 'Gasthof' where id = $1", [below]]);
    expect(await audited(below, 'organizations')).toEqual([
      { action: 'create', entries: 1 },
      { action: 'update', entries: 1 },
    ]);
    expect(await audited(above, 'organizations')).toEqual([
      { action: 'create', entries: 2 },
      { action: 'update', entries: 1 },
    ]);
  });

  test('what the audit holds cannot be changed, deleted or emptied', async () => {
    const house = await organization();
    for (const change of [
      'update audit_entries set label = null where organization_id = $1',
      'delete from audit_entries where organization_id = $1',
    ])
      await expect(inScope(made.url, house, [change, [house]])).rejects.toThrow('append-only');
    expect(await audited(house, 'organizations')).toEqual([{ action: 'create', entries: 1 }]);
  });

  test.each([
    ['authentication_log', "at, id, outcome, username) values ($1, '2031-05-10Z', gen_random_uuid(), 'accepted', 'x')"],
    [
      'accounting_sessions',
      "started_at, id, unique_id, username, updated_at) values ($1, '2031-05-10Z', gen_random_uuid(), 'y', 'x', now())",
    ],
    [
      'guest_registrations',
      "created_at, id, method, username, valid_until) values ($1, '2031-05-10Z', gen_random_uuid(), 'f', 'x', now())",
    ],
    [
      'provision_log',
      "id, at, connection_id, kind, status, cause, actor) values ($1, '01c2cacb-3c00-7000-8000-000000000001', " +
        "'2031-05-10Z', $1, 'skip', 'skipped', 'timer', '')",
    ],
    [
      'audit_entries',
      "id, at, actor_kind, actor_name, action, resource) values ($1, '01c2cacb-3c00-7000-8000-000000000001', " +
        "'2031-05-10Z', 'system', '', 'create', 'users')",
    ],
  ])('months of %s are made, take their rows, and are dropped', async (log, row) => {
    const house = await organization();
    await inScope(made.url, house, [`insert into ${log} (organization_id, ${row}`, [house]]);
    const make = async () => {
      const [{ months }] = await inScope(made.url, '*', [
        "select usher_make_log_partitions($1, '2031-05-14Z', 3) as months",
        [log],
      ]);
      return months;
    };
    expect([await make(), await make()]).toEqual([3, 0]);
    const rowsOf = async (table: string) => {
      const [{ rows }] = await inScope(made.url, house, [
        `select count(*)::int as rows from ${table} where organization_id = $1`,
        [house],
      ]);
      return rows;
    };
    expect([await rowsOf(`${log}_2031_05`), await rowsOf(`${log}_default`)]).toEqual([1, 0]);
    const [other] = [await organization()];
    expect(await inScope(made.url, other, [`select from ${log}_2031_05 where organization_id = $1`, [house]])).toEqual(
      [],
    );
    const [{ dropped }] = await inScope(made.url, '*', [
      "select usher_drop_log_partitions($1, '2031-07-02Z') as dropped",
      [log],
    ]);
    const isAudit = log === 'audit_entries';
    expect((dropped as string[]).includes(`${log}_2031_05`)).toBe(!isAudit);
    expect(dropped).toContain(`${log}_2031_06`);
    expect(dropped).not.toContain(`${log}_2031_07`);
    if (!isAudit) return;
    for (const change of [`update ${log}_2031_05 set label = null`, `delete from ${log}_2031_05`])
      await expect(inScope(made.url, house, change)).rejects.toThrow('append-only');
  });

  test('another organization sees and writes nothing', async () => {
    const [one, other] = [await organization(), await organization()];
    await inScope(made.url, one, addUsers(one, 2));
    expect(await inScope(made.url, other, ['select id from users where organization_id = $1', [one]])).toEqual([]);
    await expect(inScope(made.url, other, addUsers(one, 1))).rejects.toThrow('row-level security');
  });

  test('whose account is disabled has its open sessions looked at', async () => {
    const house = await organization();
    await inScope(made.url, house, addUsers(house, 1));
    const [{ id }] = await inScope(made.url, house, ['select id from users where organization_id = $1', [house]]);
    await inScope(made.url, house, [
      `insert into accounting_sessions (organization_id, started_at, id, unique_id, username, user_id, updated_at)
        values ($1, now(), gen_random_uuid(), 'x', 'guest-1', $2, now())`,
      [house, id],
    ]);
    await inScope(made.url, house, [
      'update users set disabled = true where organization_id = $1 and id = $2',
      [house, id],
    ]);
    const endings = await inScope(made.url, house, [
      'select due_at <= now() as due from session_endings where organization_id = $1',
      [house],
    ]);
    expect(endings).toEqual([{ due: true }]);
  });
});

withCitus('a database that is distributed later', () => {
  test('keeps its rows: accounts, audit and totals', async () => {
    const made = await emptyCitusDatabase();
    const dataSource = await createDataSource({ url: made.url, poolSize: 2 }, []).initialize();
    try {
      await migrate(dataSource, made.url);
      const house = randomUUID();
      await inScope(
        made.url,
        '*',
        [
          `insert into organizations (id, path, name, created_at, updated_at)
            values ($1, array[$1::uuid], 'House', now(), now())`,
          [house],
        ],
        addUsers(house, 50),
      );
      await distribute(dataSource);
      await inScope(made.url, house, addUsers(house, 60));
      const [counts] = await inScope(made.url, house, [
        `select (select count(*)::int from users where organization_id = $1) as users,
          (select count(*)::int from audit_entries where organization_id = $1 and resource = 'users') as told,
          (select sum(total)::int from resource_counts where organization_id = $1 and resource = 'users') as total`,
        [house],
      ]);
      expect(counts).toEqual({ users: 60, told: 60, total: 60 });
      expect(await distribute(dataSource)).toEqual([]);
    } finally {
      await dataSource.destroy();
      await made.drop();
    }
  }, 120_000);
});
