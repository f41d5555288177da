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
/** One of so many changes from list to list: of a million two in a hundred, as its goal says. */
const changesOneOf = people >= 1_000_000 ? 50 : 100;
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
    const service = await startServiceProcess({ DATABASE_URL: world.databaseUrl, USHER_DATA_DIR: world.folder }, [
      program,
    ]);
    try {
      return await work({ ...world, service });
    } finally {
      await service.stop();
    }
  };
  // Later scans in a process of their own: what the first list left in its memory says nothing about theirs.
  const { connection, figures } = await served((own) => firstList(own, folder));
  return [...(await served((own) => laterScans(own, folder, connection))), ...figures];
}

async function firstList(world: World, folder: string): Promise<{ connection: string; figures: Figure[] }> {
  const connection = String(
    (
      await ask(world, 'POST', '/connections', {
        name: 'Staff',
        connector: 'pages',
        settings: { folder },
        safety: { max_removals: 0, max_removals_percent: 0 },
      })
    ).id,
  );
  const startedAt = performance.now();
  const first = await scan(world, connection, people);
  const whole = await timeUntil(
    startedAt,
    'all accounts',
    async () => (await settled(world)) === people,
    patienceSeconds,
    250,
  );
  const sealed = await timeUntil(
    startedAt,
    'the audit of it is sealed',
    async () => (await unsealed(world)) === 0,
    patienceSeconds,
    250,
  );
  await world.sql.query('vacuum analyze');
  return {
    connection,
    figures: [
      {
        name: `first full scan of ${count} people, to the end of the run`,
        ours: `${rate((people / first) * 1000)} (${seconds(first)})`,
      },
      {
        name: 'first full scan, to the last account of the built-in console',
        ours: `${rate((people / whole) * 1000)} (${seconds(whole)})`,
      },
      // Waited for, or it would work beside the lists that follow.
      { name: 'first full scan, until its audit was sealed', ours: seconds(sealed) },
      { name: 'memory of the service during it, at most', ours: megabytes(world.service.memory().peak) },
    ],
  };
}

async function laterScans(world: World, folder: string, connection: string): Promise<Figure[]> {
  const unchanged: Timed[] = [];
  const changed: Timed[] = [];
  const peaks: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const before = await floor(folder);
    world.service.forgetPeak();
    const same = await scan(world, connection, 0);
    peaks.push(world.service.memory().peak);
    const between = await floor(folder);
    await writePages(folder, round);
    const other = await scan(world, connection, people / changesOneOf);
    await timeUntil(performance.now(), 'all changes applied', async () => (await settled(world)) === people);
    // On both sides of what it is held against: the machine may be slower from one moment to the next.
    unchanged.push({ time: same, floor: (before + between) / 2 });
    changed.push({ time: other, floor: (between + (await floor(folder))) / 2 });
  }
  return [
    figureOf(`full scan of ${count} unchanged records (against reading, JSON.parse and sha256)`, unchanged),
    figureOf(
      `full scan with ${(people / changesOneOf).toLocaleString('en')} changed among ${count} (against the same)`,
      changed,
    ),
    {
      name: 'memory of the service during an unchanged scan, at most',
      ours: megabytes(Math.max(...peaks)),
      goal: '300 MB',
    },
  ];
}

/** Milliseconds. */
interface Timed {
  readonly time: number;
  readonly floor: number;
}

function figureOf(name: string, rounds: readonly Timed[]): Figure {
  const [ours, limit] = [median(rounds.map(({ time }) => time)), median(rounds.map((each) => each.floor))];
  return {
    name,
    ours: `${rate((people / ours) * 1000)} (${seconds(ours)})`,
    limit: `${rate((people / limit) * 1000)} (${seconds(limit)})`,
    ratio: median(rounds.map((each) => each.floor / each.time)),
    goal: '0.50',
  };
}

/** Milliseconds from the request to the end of the run. */
async function scan(world: World, connection: string, changes: number): Promise<number> {
  const startedAt = performance.now();
  const { id } = await ask(world, 'POST', `/connections/${connection}/sync`, { mode: 'full' });
  return timeUntil(
    startedAt,
    'the run is over',
    async () => {
      const {
        rows: [run],
      } = await world.sql.query<{ status: string; seen: number; changed: number; problem: object | null }>(
        'select status, seen, changed, problem from runs where id = $1',
        [id],
      );
      if (!run || run.status === 'queued' || run.status === 'running') return false;
      if (run.status !== 'done' || run.seen !== people || run.changed !== changes)
        throw new Error(`The run ended as ${JSON.stringify(run)}`);
      return true;
    },
    patienceSeconds,
    Math.max(5, people / 40_000),
  );
}

async function settled({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    'select count(*)::int as n from identities where done_rev >= want_rev and problem is null and done_rev > 0',
  );
  return rows[0]?.n ?? 0;
}

async function unsealed({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ n: number }>('select coalesce(sum(entries), 0)::int as n from audit_open');
  return rows[0]?.n ?? 0;
}

/** Everybody of the list; in each round some others have a new title. */
async function writePages(folder: string, round: number): Promise<void> {
  for (let page = 0; page < people / perPage; page += 1) {
    const list = Array.from({ length: perPage }, (_, place) => {
      const index = page * perPage + place;
      const lastChange = round - ((round - (index % changesOneOf) + changesOneOf) % changesOneOf);
      return {
        id: `person-${index}`,
        facts: {
          kind: 'employment',
          status: 'active',
          firstName: 'Alex',
          lastName: `Nov${index}`,
          email: `person-${index}@example.com`,
          department: `Department ${index % 20}`,
          employeeNumber: String(index),
          jobTitle: lastChange > 0 ? `Engineer ${lastChange}` : 'Engineer',
          startDate: '2020-01-01',
          timeZone: 'Europe/Vienna',
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
