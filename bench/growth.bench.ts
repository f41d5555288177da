import { loadavg } from 'node:os';
import { atRest, type Cost, costOf, cpuOf, type Measured, withStatements } from './growth/cpu.js';
import { fill, prepareFill, type Stock } from './growth/fill.js';
import { events, FreeRadiusSessions, makeConnection, pages } from './growth/work.js';
import type { Figure } from './report.js';
import { ask, timeUntil, type World } from './world.js';

const people = Number(process.env.BENCH_GROWTH_PEOPLE ?? 2_000);
const scales = listOf(process.env.BENCH_GROWTH_SCALES ?? '1,10,100');
const organizations = listOf(process.env.BENCH_GROWTH_ORGANIZATIONS ?? '10,1000');
const restSeconds = Number(process.env.BENCH_GROWTH_REST_SECONDS ?? 30);
const count = Number(process.env.BENCH_GROWTH_COUNT ?? 1_000);

const lists = ['/users', '/audit', '/reports/110?earliest=-7d', '/operations'];

/**
 * What one of each costs while rows and organizations grow, in CPU of the service and of PostgreSQL. First the rows
 * grow, then the organizations, each with a connection. What is stored is filled in by SQL; what is measured comes in
 * as from outside.
 */
export async function growthBench(world: World): Promise<Figure[]> {
  const { sql } = world;
  // Its work comes at moments of its own: each column begins with what it would do.
  await sql.query('alter system set autovacuum = off');
  await sql.query('select pg_reload_conf()');
  const connection = await makeConnection(world);
  await ask(world, 'POST', '/networks', {
    name: 'Guests',
    clients: [{ address: '127.0.0.1', short_name: 'ap', vendor: 'generic', secret: 'a-shared-secret-of-24-chars' }],
  });
  await prepareFill(world, connection);
  const radius = await FreeRadiusSessions.open(world);
  const of: Measured = { pid: world.service.pid, postmaster: await postmasterOf(world), sql };
  const columns: Column[] = [];
  let stored: Stock = { organizations: 0, people: 0 };
  try {
    for (const wanted of stocks()) {
      await fill(world, stored, wanted);
      stored = wanted;
      const bench = { of, radius, connection, name: `guest${columns.length}`, isFirst: columns.length === 0 };
      columns.push(await column(world, bench, stored));
    }
  } finally {
    await radius.close();
  }
  return Object.keys(columns[0].costs).flatMap((unit) => figuresOf(unit, columns));
}

function stocks(): Stock[] {
  return [
    ...scales.map((scale) => ({ organizations: organizations[0], people: people * scale })),
    ...organizations.slice(1).map((each) => ({ organizations: each, people: people * (scales.at(-1) ?? 1) })),
  ];
}

interface Column {
  readonly stock: Stock;
  readonly load: number;
  readonly costs: Readonly<Record<string, Cost>>;
}

interface Bench {
  readonly of: Measured;
  readonly radius: FreeRadiusSessions;
  readonly connection: string;
  readonly name: string;
  readonly isFirst: boolean;
}

const restUnit = 'at rest, of a second';

async function column(world: World, { of, radius, connection, name, isFirst }: Bench, stock: Stock): Promise<Column> {
  // Plans, code and caches of the first ones: a service that has run for a while is what grows. Then it calms down.
  const before = isFirst ? 2 * count : count / 4;
  await events(world, connection, `${name}w`, before);
  await radius.logins(`${name}w`, before);
  await radius.packets(world, `${name}w`, `${name}w`, before);
  await pages(world, lists, before);
  await pages(world, ['/overview'], 10);
  await settled(of);
  const looked = <Result>(title: string, work: () => Promise<Result>) =>
    withStatements(world.sql, `${title}: ${nameOf(stock)}`, work);
  const rest = await looked(restUnit, () => atRest(of, restSeconds));
  const costs: Record<string, Cost> = { [restUnit]: rest };
  const cost = async (unit: string, number: number, work: () => Promise<unknown>) => {
    costs[unit] = await looked(unit, () => costOf(of, rest, number, work));
  };
  await cost('a webhook, to its account', count, () => events(world, connection, name, count));
  await cost('a login', count, () => radius.logins(name, count));
  await cost('an accounting packet, to its session', count, () => radius.packets(world, name, name, count));
  await cost('a page of a list', count / 2, () => pages(world, lists, count / 2));
  await cost('the overview', 20, () => pages(world, ['/overview'], 20));
  await cost('the metrics', 10, () => metrics(world, 10));
  process.stderr.write(`growth: ${nameOf(stock)} done\n`);
  return { stock, load: loadavg()[0], costs };
}

/** Hourly work that is due at the start is over. */
async function settled(of: Measured): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  await timeUntil(
    performance.now(),
    'the service has nothing to do',
    async () => {
      const { service, database } = cpuOf(of);
      const isCalm = service + database - last < 150;
      last = service + database;
      return isCalm;
    },
    120,
    1_000,
  ).catch(() => undefined);
}

async function metrics(world: World, times: number): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    const answer = await fetch(`${world.service.url}/metrics`);
    if (!(await answer.text()).includes('usher_inbox_waiting')) throw new Error('No figures of the database');
    // They are read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_050));
  }
}

function figuresOf(unit: string, columns: readonly Column[]): Figure[] {
  // By what a statement cost at the same time.
  const whole = ({ costs }: Column) => (costs[unit].service + costs[unit].database) / costs[unit].statement;
  return columns.map((each, index) => {
    const { service, database, statement } = each.costs[unit];
    const isLast = index === columns.length - 1;
    return {
      name: `${unit}: ${nameOf(each.stock)}; load ${each.load.toFixed(1)}`,
      ours: `service ${service.toFixed(2)} + PostgreSQL ${database.toFixed(2)} ms`,
      limit: `a statement ${statement.toFixed(3)} ms`,
      ...(index > 0 && { ratio: whole(each) / whole(columns[0]) }),
      ...(isLast && { goal: unit === restUnit ? '60 ms' : '1.3' }),
    };
  });
}

function nameOf({ organizations: each, people: all }: Stock): string {
  return `${each.toLocaleString('en')} organizations, ${all.toLocaleString('en')} people`;
}

async function postmasterOf({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  return Number(rows[0].file.split('\n')[0]);
}

function listOf(text: string): number[] {
  return text.split(',').map(Number);
}
