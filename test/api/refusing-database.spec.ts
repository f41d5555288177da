import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { workOf } from '../../src/start/background-work.js';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { eventually } from '../kernel/manual-clock.js';
import { type UsherWorld, usherWorld } from './usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld({ longestPauseMilliseconds: 200 });
  world.app.get(Backgrounds).start(workOf(world.app, 'all'));
});
afterAll(async () => {
  await world.app.get(Backgrounds).stop();
  await world.close();
});

const person = (username: string) => ({ body: { username, password: 'correct horse battery' } });

async function readiness(): Promise<{
  status: number;
  body: {
    status: string;
    checks: Record<string, string>;
    reasons: { part: string; reason: string; since_at: string }[];
  };
}> {
  const answer = await fetch(`http://127.0.0.1:${world.port}/readyz`);
  return { status: answer.status, body: (await answer.json()) as never };
}

async function metrics(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${world.port}/metrics`)).text();
}

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: process.env.USHER_TEST_ADMIN_URL ?? process.env.USHER_TEST_DATABASE_URL,
  });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const name = () => new URL(world.fresh.url).pathname.slice(1);
const reconnect = () =>
  asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);

test('a full disk is answered with 503 and Retry-After, reads go on, and readiness says so', async () => {
  await eventually('it is ready', async () => (await readiness()).body.status === 'ready');
  await world.sql(
    "create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not " +
      "extend file' using errcode = '53100'; end $$",
  );
  await world.sql('create trigger a_full_disk before insert on users execute function no_room()');
  for (const [path, call] of [
    ['/users', person('anna')],
    ['/bulk/users', { body: { operations: [{ op: 'create', data: person('berta').body }] } }],
  ] as const) {
    const { status, headers, body } = await world.ask('POST', path, call);
    expect([path, status, headers['retry-after'], headers['content-type']]).toEqual([
      path,
      503,
      '60',
      'application/problem+json; charset=utf-8',
    ]);
    expect(body).toMatchObject({
      status: 503,
      detail: 'The disk of the database is full; nothing was changed. Try again later',
    });
  }
  expect((await world.ask('GET', '/users')).status).toBe(200);
  const { status, body } = await readiness();
  expect([status, body.status, body.checks.database]).toEqual([200, 'degraded', 'disk_full']);
  expect(body.reasons).toContainEqual({
    part: 'database',
    reason: 'The disk of the database is full',
    since_at: expect.any(String),
  });
  expect(await metrics()).toContain('usher_database_unavailable{reason="disk_full"} 1');
  await world.sql('drop trigger a_full_disk on users');
  expect((await world.ask('POST', '/users', person('anna'))).status).toBe(201);
});

test('bulk jobs and report tasks wait for room however often they are tried, and lose no attempts', async () => {
  await world.sql('create sequence tries');
  await world.sql(
    'create function no_room_for_work() returns trigger language plpgsql as $$ begin perform ' +
      "nextval('tries'); raise exception 'full' using errcode = '53100'; end $$",
  );
  await world.sql(
    "create trigger a_full_disk before insert on users for each row when (new.username like 'job%') execute " +
      'function no_room_for_work()',
  );
  await world.sql(
    "create trigger a_full_disk before update on report_tasks for each row when (new.status = 'completed') " +
      'execute function no_room_for_work()',
  );
  const { job_id: job } = await world.made(202, 'POST', '/bulk/users/async', {
    body: { operations: [{ op: 'create', data: person('job').body }] },
  });
  const { task_name: task } = await world.made(202, 'POST', '/reports/110/tasks', {
    body: { earliest: '-1d', format: 'csv' },
  });
  const attempts = async () => (await world.sql<{ attempts: number }>('select attempts from report_tasks'))[0].attempts;
  // Five attempts were the end of a job, and of a task.
  await eventually(
    'both were tried often',
    async () => Number((await world.sql<{ n: number }>('select last_value as n from tries'))[0].n) >= 13,
  );
  expect(await attempts()).toBeLessThanOrEqual(1);
  for (const path of [`/bulk/status/${job}`, `/reports/tasks/${task}`])
    expect((await world.ask('GET', path)).body).toMatchObject({ status: expect.stringMatching(/queued|running/) });
  for (const table of ['users', 'report_tasks']) await world.sql(`drop trigger a_full_disk on ${table}`);
  for (const path of [`/bulk/status/${job}`, `/reports/tasks/${task}`]) {
    await eventually(`${path} is done`, async () => (await world.ask('GET', path)).body.status === 'completed');
  }
});

test('a database that takes no writes is answered as one; readiness names it, and that it is over', async () => {
  await asAdministrator(`alter database ${name()} set default_transaction_read_only = on`);
  await reconnect();
  try {
    await eventually('it is refused', async () => {
      const { status, body, headers } = await world.ask('POST', '/users', person('carla'));
      return (
        status === 503 &&
        headers['retry-after'] === '5' &&
        String((body as { detail?: string }).detail).includes('takes no changes')
      );
    });
    expect((await world.ask('GET', '/users')).status).toBe(200);
    const { status, body } = await readiness();
    expect([status, body.status, body.checks.database]).toEqual([200, 'degraded', 'read_only']);
    await eventually('the works that cannot write say so', async () =>
      (await readiness()).body.reasons.some(
        ({ part, reason }) => part !== 'database' && reason.startsWith('The database takes no writes'),
      ),
    );
  } finally {
    await asAdministrator(`alter database ${name()} reset default_transaction_read_only`);
    await reconnect();
  }
  await eventually('it is ready again', async () => (await readiness()).body.status === 'ready');
});

test.each([
  ['bulk-jobs', 'table', '', 'bulk_jobs'],
  ['session-writer', 'function', 'radius.', 'write_sessions'],
])('%s: when it fails, readiness names it with start and reason, until it works', async (work, kind, schema, what) => {
  await world.sql(`alter ${kind} ${schema}${what} rename to elsewhere`);
  try {
    await eventually('it is told', async () => (await readiness()).body.reasons.some(({ part }) => part === work));
    const { status, body } = await readiness();
    expect([status, body.status, body.checks.workers]).toEqual([200, 'degraded', 'failing']);
    expect(body.reasons.find(({ part }) => part === work)).toEqual({
      part: work,
      reason: 'It fails for a reason that the log names',
      since_at: expect.any(String),
    });
    expect(await metrics()).toContain(`usher_work_failing{work="${work}"} 1`);
  } finally {
    await world.sql(`alter ${kind} ${schema}elsewhere rename to ${what}`);
  }
  await eventually('it is ready again', async () => (await readiness()).body.status === 'ready');
});

test('without a database connection: 503 with Retry-After, not ready, and process metrics still answer', async () => {
  await asAdministrator(`alter database ${name()} allow_connections false`);
  await reconnect();
  try {
    await eventually('it is refused', async () => {
      const { status, headers } = await world.ask('GET', '/users');
      return status === 503 && headers['retry-after'] === '5';
    });
    await eventually('it is not ready', async () => (await readiness()).status === 503);
    expect((await readiness()).body.status).toBe('not ready');
    await eventually('metrics name it', async () =>
      (await metrics()).includes('usher_database_unavailable{reason="unreachable"} 1'),
    );
    // What was counted just before is shown for a second.
    await eventually('nothing is counted', async () => !(await metrics()).includes('usher_identities_due'));
  } finally {
    await asAdministrator(`alter database ${name()} allow_connections true`);
  }
  await eventually('it is ready again', async () => (await readiness()).body.status === 'ready');
});

test('a database with few connections left serves everybody by those; readiness, metrics and log say so', async () => {
  // The listening ones are the first that come back, so some of these are the pool's.
  await asAdministrator(`alter database ${name()} connection limit 6`);
  await reconnect();
  try {
    await eventually('it answers', async () => (await world.ask('GET', '/users')).status === 200);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, count) => world.ask('POST', '/users', person(`few-${round}-${count}`))),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    }
    const { status, body } = await readiness();
    expect([status, body.status, body.checks.database]).toEqual([200, 'degraded', 'out_of_connections']);
    expect(body.reasons).toContainEqual({
      part: 'database',
      reason: expect.stringMatching(/^The database gives no more connections \(max_connections/),
      since_at: expect.any(String),
    });
    expect(await metrics()).toContain('usher_database_unavailable{reason="out_of_connections"} 1');
    expect(await metrics()).toMatch(/^usher_database_connections\{state="(busy|idle)"\} [1-6]$/m);
  } finally {
    await asAdministrator(`alter database ${name()} connection limit -1`);
  }
  await eventually('it is ready again', async () => (await readiness()).body.status === 'ready');
});
