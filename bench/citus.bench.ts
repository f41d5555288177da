import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CitusDatabase, coordinator, distributedDatabase, plainDatabase } from '../test/citus/citus-database.js';
import { checkInBench } from './check-in.bench.js';
import { closedLoop, type Load, refuseErrors, request } from './load.js';
import { type Figure, loadFigure, median, rate } from './report.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';
import { ask, timeUntil } from './world.js';

const connections = 16;
const seconds = 4;
const rounds = 3;
const users = 20_000;

interface Side {
  readonly service: ServiceProcess;
  readonly loads: Readonly<Record<'post' | 'get' | 'list', Load[]>>;
  readonly jobs: number[];
  created: number;
}

/**
 * What distribution costs: the service on the Citus of USHER_TEST_CITUS_URL, and on a database of its coordinator that
 * is not distributed, in turns. The same PostgreSQL, the same machine.
 */
export async function citusBench(): Promise<Figure[]> {
  if (!coordinator) {
    process.stderr.write('\ncitus is skipped: USHER_TEST_CITUS_URL names none\n');
    return [];
  }
  const databases = [await distributedDatabase(), await plainDatabase()];
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-bench-citus-'));
  const sides: Side[] = [];
  try {
    for (const [index, database] of databases.entries())
      sides.push(await sideOn(database, path.join(folder, `${index}`)));
    const [here, plain] = sides;
    for (let round = 0; round < rounds; round += 1) for (const side of sides) await turn(side, round);
    refuseErrors(
      Object.fromEntries(sides.flatMap((side, n) => Object.entries(side.loads).map(([k, v]) => [k + n, v]))),
    );
    const jobs = [here, plain].map((side) => (users / median(side.jobs)) * 1000);
    const figures: Figure[] = [
      loadFigure('POST /users on Citus (against the same without)', here.loads.post, plain.loads.post, '0.6'),
      loadFigure('GET of one user', here.loads.get, plain.loads.get, '0.6'),
      loadFigure('GET /users, page 1', here.loads.list, plain.loads.list, ''),
      {
        name: `a bulk job of ${users} that creates`,
        ours: `${rate(jobs[0])} against ${rate(jobs[1])}: ${(jobs[0] / jobs[1]).toFixed(2)}`,
        goal: '0.7',
      },
    ];
    for (const [index, side] of sides.entries())
      for (const figure of await checkInBench(side))
        figures.push({ ...figure, name: `${['on Citus', 'without'][index]}: ${figure.name}`, goal: 'p50 80 ms' });
    return figures;
  } finally {
    for (const { service } of sides) await service.stop();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sideOn(database: Pick<CitusDatabase, 'url'>, folder: string): Promise<Side> {
  const service = await startServiceProcess({ DATABASE_URL: database.url, USHER_DATA_DIR: folder });
  return { service, loads: { post: [], get: [], list: [] }, jobs: [], created: 0 };
}

async function turn(side: Side, round: number): Promise<void> {
  const { service, loads } = side;
  const url = new URL(service.url);
  const headers = { authorization: `Bearer ${service.token}` };
  const measured = (next: () => Buffer) => closedLoop(url, { connections, seconds, next });
  side.jobs.push(await bulk(side, round));
  const { id } = await ask(side, 'POST', '/users', { username: `one-${round}` });
  const get = request('GET', new URL(`/users/${String(id)}`, url), headers);
  const list = request('GET', new URL('/users', url), headers);
  loads.get.push(await measured(() => get));
  loads.list.push(await measured(() => list));
  loads.post.push(
    await measured(() => {
      side.created += 1;
      const body = JSON.stringify({ username: `bench-${side.created}@example.com`, password: 'correct horse' });
      return request('POST', new URL('/users', url), headers, body);
    }),
  );
}

/** Milliseconds from the request until the job is done. */
async function bulk(side: Side, round: number): Promise<number> {
  const operations = Array.from({ length: users }, (_, index) => ({
    op: 'create',
    data: { username: `bulk-${round}-${index}`, first_name: 'Alex', last_name: `Guest ${index}` },
  }));
  const startedAt = performance.now();
  const { job_id: id } = await ask(side, 'POST', '/bulk/users/async', { operations });
  return timeUntil(
    startedAt,
    'the job is done',
    async () => {
      const { status, summary } = await ask(side, 'GET', `/bulk/status/${String(id)}`);
      if (status !== 'completed' && status !== 'failed') return false;
      if ((summary as Record<string, number>).created !== users)
        throw new Error(`It ended as ${JSON.stringify(summary)}`);
      return true;
    },
    300,
    20,
  );
}
