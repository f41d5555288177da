import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Figure, median, megabytes, rate, seconds } from './report.js';
import { startServiceProcess } from './service-process.js';
import { ask, timeUntil, type World } from './world.js';

/** `BENCH_SCAN_PEOPLE=1000000`: what grows with the list, and what must not; takes a quarter of an hour. */
const people = Number(process.env.BENCH_SCAN_PEOPLE ?? 100_000);
const perPage = 1000;
const rounds = 3;
const count = people.toLocaleString('en');
const patienceSeconds = 1800;
const program = fileURLToPath(new URL('scan-service.js', import.meta.url));

/** Full lists of people in pages of 1,000, by a connector that only reads files. */
export async function scanBench(world: World): Promise<Figure[]> {
  const folder = `${world.folder}/pages`;
  await mkdir(folder);
  await writePages(folder, 0);
  // It does not know this connector.
  await world.service.stop();
  const served = async <Result>(work: (own: World) => Promise<Result>): Promise<Result> => {
    const service = await startServiceProcess({ DATABASE_URL: world.databaseUrl, USHER_DATA_DIR: world.folder }, program);
    try {
      return await work({ ...world, service });
    } finally {
      await service.stop();
    }
  };
  // Later scans in a process of their own: what the first list left in its memory says nothing about theirs.
  const { connection, figures } = await served((own) => firstList(own, folder));
  return [...await served((own) => laterScans(own, folder, connection)), ...figures];
}

async function firstList(world: World, folder: string): Promise<{ connection: string; figures: Figure[] }> {
  const connection = String((await ask(world, 'POST', '/connections', { name: 'Staff', connector: 'pages', settings: { folder }, safety: { max_removals: 0, max_removals_percent: 0 } })).id);
  const startedAt = performance.now();
  const first = await scan(world, connection, people);
  const whole = await timeUntil(startedAt, 'all accounts', async () => (await settled(world)) === people, patienceSeconds, 250);
  await world.sql.query('vacuum analyze');
  return {
    connection,
    figures: [
      { name: `first full scan of ${count} people, to the end of the run`, ours: `${rate(people / first * 1000)} (${seconds(first)})` },
      { name: 'first full scan, to the last account of the built-in console', ours: `${rate(people / whole * 1000)} (${seconds(whole)})` },
      { name: 'memory of the service during it, at most', ours: megabytes(world.service.memory().peak) },
    ],
  };
}

async function laterScans(world: World, folder: string, connection: string): Promise<Figure[]> {
  const unchanged: number[] = [];
  const changed: number[] = [];
  const floors: number[] = [];
  const peaks: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    floors.push(await floor(folder));
    world.service.forgetPeak();
    unchanged.push(await scan(world, connection, 0));
    peaks.push(world.service.memory().peak);
    await writePages(folder, round);
    changed.push(await scan(world, connection, people / 100));
    await timeUntil(performance.now(), 'all changes applied', async () => (await settled(world)) === people);
  }
  const figure = (name: string, times: readonly number[]): Figure => ({
    name, ours: `${rate(people / median(times) * 1000)} (${seconds(median(times))})`, limit: `${rate(people / median(floors) * 1000)} (${seconds(median(floors))})`,
    ratio: median(times.map((time, round) => floors[round] / time)), goal: '0.50',
  });
  return [
    figure(`full scan of ${count} unchanged records (against reading, JSON.parse and sha256)`, unchanged),
    figure(`full scan with ${(people / 100).toLocaleString('en')} changed among ${count} (against the same)`, changed),
    { name: 'memory of the service during an unchanged scan, at most', ours: megabytes(Math.max(...peaks)), goal: '300 MB' },
  ];
}

/** Milliseconds from the request to the end of the run. */
async function scan(world: World, connection: string, changes: number): Promise<number> {
  const startedAt = performance.now();
  const { id } = await ask(world, 'POST', `/connections/${connection}/sync`, { mode: 'full' });
  return timeUntil(startedAt, 'the run is over', async () => {
    const { rows: [run] } = await world.sql.query<{ status: string; seen: number; changed: number; problem: object | null }>('select status, seen, changed, problem from runs where id = $1', [id]);
    if (!run || run.status === 'queued' || run.status === 'running') return false;
    if (run.status !== 'done' || run.seen !== people || run.changed !== changes) throw new Error(`The run ended as ${JSON.stringify(run)}`);
    return true;
  }, patienceSeconds);
}

async function settled({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ n: number }>('select count(*)::int as n from identities where done_rev >= want_rev and problem is null and done_rev > 0');
  return rows[0]?.n ?? 0;
}

/** Everybody of the list; in each round another hundredth has a new title. */
async function writePages(folder: string, round: number): Promise<void> {
  for (let page = 0; page < people / perPage; page += 1) {
    const list = Array.from({ length: perPage }, (_, place) => {
      const index = page * perPage + place;
      const lastChange = round - ((round - index % 100 + 100) % 100);
      return {
        id: `person-${index}`,
        facts: {
          kind: 'employment', status: 'active', firstName: 'Alex', lastName: `Nov${index}`, email: `person-${index}@example.com`, department: `Department ${index % 20}`,
          employeeNumber: String(index), jobTitle: lastChange > 0 ? `Engineer ${lastChange}` : 'Engineer', startDate: '2020-01-01', timeZone: 'Europe/Vienna',
        },
      };
    });
    await writeFile(`${folder}/${page}.json`, JSON.stringify(list));
  }
  await writeFile(`${folder}/about.json`, JSON.stringify({ count: people / perPage }));
}

/** In a process of its own, as the service has one. */
async function floor(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'floor', folder]);
  return Number(stdout);
}

