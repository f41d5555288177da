import { chmod, writeFile } from 'node:fs/promises';
import { type Figure, median, megabytes, rate, timeFigure } from './report.js';
import { ask, newOrganization, timeUntil, type World } from './world.js';

const rows = 100_000;
const rounds = 3;

/** 100,000 upserts as one job, from the request to `completed`, each with a result of its own. */
export async function bulkBench(world: World): Promise<Figure[]> {
  const file = `/tmp/usher-bench-${process.pid}.csv`;
  await writeFile(file, Array.from({ length: rows }, (_, index) => line(index)).join(''));
  await chmod(file, 0o644);
  await world.sql.query(
    'create table bare_users (username text, first_name text, last_name text, email text, external_id text)',
  );
  const times: Record<string, number[]> = {
    copied: [],
    inserted: [],
    updatedBySql: [],
    created: [],
    updated: [],
    unchanged: [],
    withPasswords: [],
  };
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.copied.push(await timed(() => world.sql.query(`truncate bare_users; copy bare_users from '${file}' csv`)));
    const limit = (await newOrganization(world, `Limit ${round}`))['x-organization-id'];
    times.inserted.push(await timed(() => world.sql.query(insertSelect(limit))));
    const organization = await newOrganization(world, `Bulk ${round}`);
    world.service.forgetPeak();
    times.created.push(await job(world, organization, operations(), 'created', rows));
    peaks.push(world.service.memory().peak);
    times.updatedBySql.push(
      await timed(() =>
        world.sql.query(
          `update bare_users set first_name = 'Sam' where right(username, 1) in ('0', '2', '4', '6',
            '8'); ${insertSelect(limit)}`,
        ),
      ),
    );
    times.updated.push(await job(world, organization, operations(true), 'updated', rows / 2));
    times.unchanged.push(await job(world, organization, operations(true), 'unchanged', rows));
    times.withPasswords.push(
      await job(world, await newOrganization(world, `Passwords ${round}`), operations(false, true), 'created', rows),
    );
  }
  return [
    timeFigure(
      '100,000 upserts that create (against INSERT … SELECT inside the server)',
      rows,
      times.created,
      times.inserted,
      '0.50',
    ),
    timeFigure('100,000 upserts that create (against COPY into a bare table)', rows, times.created, times.copied, ''),
    timeFigure(
      '100,000 upserts, half of them changes (against INSERT … SELECT … ON CONFLICT)',
      rows,
      times.updated,
      times.updatedBySql,
      '0.50',
    ),
    { name: '100,000 upserts that change nothing', ours: rate((rows / median(times.unchanged)) * 1000) },
    {
      name: '100,000 upserts that create, with passwords (two hashes and a cipher each)',
      ours: rate((rows / median(times.withPasswords)) * 1000),
    },
    {
      name: 'memory of the service: during its first job, during a job after eight others',
      ours: `${megabytes(peaks[0])}, ${megabytes(peaks[rounds - 1])}`,
      goal: '250 MB',
    },
  ];
}

function line(index: number): string {
  return `bulk-${index},Alex,Guest ${index},guest-${index}@example.com,ext-${index}\n`;
}

function operations(halfChanged = false, withPassword = false): object[] {
  return Array.from({ length: rows }, (_, index) => ({
    op: 'upsert',
    data: {
      username: `bulk-${index}`,
      first_name: halfChanged && index % 2 === 0 ? 'Sam' : 'Alex',
      last_name: `Guest ${index}`,
      email: `guest-${index}@example.com`,
      external_id: `ext-${index}`,
      ...(withPassword ? { password: `correct horse ${index}` } : {}),
    },
  }));
}

async function job(
  world: World,
  organization: Record<string, string>,
  wanted: object[],
  status: 'created' | 'updated' | 'unchanged',
  count: number,
): Promise<number> {
  const body = { operations: wanted };
  const startedAt = performance.now();
  const { job_id: id } = await ask(world, 'POST', '/bulk/users/async', body, organization);
  const time = await timeUntil(startedAt, 'the job is done', async () => {
    const {
      rows: [found],
    } = await world.sql.query<{ status: string; summary: Record<string, number> }>(
      'select status, summary from bulk_jobs where id = $1',
      [id],
    );
    if (found?.status !== 'completed' && found?.status !== 'failed') return false;
    if (found.status === 'failed' || found.summary[status] !== count)
      throw new Error(`The job ended as ${JSON.stringify(found)}`);
    return true;
  });
  return time;
}

/** Into the same table with its indexes and triggers. */
function insertSelect(organization: string): string {
  return `insert into users as u (organization_id, id, username, username_key, first_name, last_name, email,
    external_id, created_at, updated_at)
    select '${organization}', gen_random_uuid(), username, lower(username), first_name, last_name, email, external_id,
    now(), now() from bare_users
    on conflict (organization_id, username_key) do update set first_name = excluded.first_name,
    last_name = excluded.last_name, email = excluded.email,
      external_id = excluded.external_id, revision = u.revision + 1, updated_at = excluded.updated_at
    where (u.first_name, u.last_name, u.email, u.external_id) is distinct from (excluded.first_name,
    excluded.last_name, excluded.email, excluded.external_id)`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
