import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readVendor } from '../src/connectors/vendor-file/load-vendor.js';
import { newVendorFile } from '../src/connectors/vendor-file/new-vendor-file.js';
import type { VendorFile } from '../src/connectors/vendor-file/vendor-file.js';
import { VendorSimulator } from '../src/connectors/vendor-simulator/vendor-simulator.js';
import { type Figure, median, megabytes, seconds } from './report.js';
import { pause, startServiceProcess } from './service-process.js';
import { ask, newOrganization, timeUntil, type World } from './world.js';

const people = Number(process.env.BENCH_VENDOR_PEOPLE ?? 100_000);
const connections = Number(process.env.BENCH_VENDOR_CONNECTIONS ?? 500);
/** How long they are watched; the shortest schedule is a minute. */
const minutes = Number(process.env.BENCH_VENDOR_MINUTES ?? 5);
const vendors = 10;
const peopleOfEach = 20;
const perPage = 1000;
const rounds = 3;
/** Unchanged lists of each in a round, in turns: one alone is mostly chance. */
const repetitions = 4;
const apiKey = 'key-0123456789abcdef';
const program = fileURLToPath(new URL('scan-service.js', import.meta.url));
/** Nobody gets an account: what a list costs is measured, not what people cost. */
const access = { preset: 'staff', when: [{ field: 'status', op: 'eq', value: 'nobody' }] };

/** What a vendor file costs beside code, and how many connections one process polls. */
export async function vendorsBench(world: World): Promise<Figure[]> {
  const folder = `${world.folder}/vendors/file-list`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/vendor.yaml`, listedVendor());
  // It knows neither of them.
  await world.service.stop();
  const service = await startServiceProcess(
    { DATABASE_URL: world.databaseUrl, USHER_DATA_DIR: world.folder, USHER_VENDORS_DIR: `${world.folder}/vendors` },
    [program],
  );
  try {
    const own = { ...world, service };
    const figures = people > 0 ? await listFigures(own) : [];
    service.forgetPeak();
    return connections > 0 ? [...figures, ...(await pollFigures(own))] : figures;
  } finally {
    await service.stop();
  }
}

function listedVendor(): string {
  return newVendorFile('hr', 'file-list')
    .replaceAll('size: 50', `size: ${perPage}`)
    .replace('requests: 60, window_seconds: 60', 'requests: 6000, window_seconds: 1');
}

async function listFigures(world: World): Promise<Figure[]> {
  const server = await listServer();
  const settings = { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const made = async (connector: string, more: object) => {
    const there = await newOrganization(world, connector);
    const connection = {
      name: connector,
      connector,
      settings: { ...settings, ...more },
      secrets: { api_key: apiKey },
      access,
      enabled: true,
      schedule: { full: null, incremental: null },
    };
    const { id } = await ask(world, 'POST', '/connections', connection, there);
    return { there, id: String(id) };
  };
  const first: Timed[] = [];
  const later: Timed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Whichever comes first is at a disadvantage: a process gets faster while it works. A new connection is listed at
    // once, so each is made when it is its turn.
    const inOrder = round % 2 === 0 ? kinds : kinds.toReversed();
    const there = new Map<Kind, Awaited<ReturnType<typeof made>>>();
    const costs: Partial<Record<Kind, Cost>> = {};
    for (const kind of inOrder) {
      there.set(kind, await made(`${kind}-list`, kind === 'file' ? { time_zone: 'Europe/Vienna' } : {}));
      costs[kind] = await list(world, there.get(kind)!);
    }
    first.push({ ...costs } as Timed);
    for (let turn = 0; turn < repetitions; turn += 1) {
      for (const kind of turn % 2 === 0 ? inOrder.toReversed() : inOrder)
        costs[kind] = await list(world, there.get(kind)!);
      later.push({ ...costs } as Timed);
    }
  }
  server.close();
  const count = people.toLocaleString('en');
  return [
    figureOf(`first list of ${count} of a vendor file (against the same list by code)`, first),
    figureOf(`the same list unchanged (against the same)`, later),
  ];
}

/** Milliseconds: of processor time that the service used, which says the same beside other work, and in all. */
interface Cost {
  readonly cpu: number;
  readonly passed: number;
}

const kinds = ['coded', 'file'] as const;
type Kind = (typeof kinds)[number];
type Timed = Readonly<Record<Kind, Cost>>;

function figureOf(name: string, timed: readonly Timed[]): Figure {
  const said = (costs: readonly Cost[]) =>
    `${((median(costs.map(({ cpu }) => cpu)) * 1000) / people).toFixed(1)} µs of CPU a record ` +
    `(${seconds(median(costs.map(({ passed }) => passed)))})`;
  return {
    name,
    ours: said(timed.map(({ file }) => file)),
    limit: said(timed.map(({ coded }) => coded)),
    ratio: median(timed.map(({ file, coded }) => coded.cpu / file.cpu)),
    goal: '0.77',
  };
}

/** From the order to the end of the run. */
async function list(
  world: World,
  { there, id }: { readonly there: Record<string, string>; readonly id: string },
): Promise<Cost> {
  const startedAt = performance.now();
  const before = world.service.cpuMilliseconds();
  const run = await ask(world, 'POST', `/connections/${id}/sync`, { mode: 'full' }, there);
  const passed = await timeUntil(
    startedAt,
    'the list is read',
    async () => {
      const { rows } = await world.sql.query<{ status: string; seen: number }>(
        'select status, seen from runs where id = $1',
        [run.id],
      );
      const [found] = rows;
      if (!found || found.status === 'queued' || found.status === 'running') return false;
      if (found.status !== 'done' || found.seen !== people) throw new Error(`It ended as ${JSON.stringify(found)}`);
      return true;
    },
    1800,
    10,
  );
  return { cpu: world.service.cpuMilliseconds() - before, passed };
}

async function listServer(): Promise<Server> {
  const pages = Array.from({ length: Math.ceil(people / perPage) }, (_, page) =>
    Buffer.from(JSON.stringify({ data: peopleOf(page), total: people })),
  );
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://vendor.example').searchParams;
    // Before its first list a file asks what has changed since a moment ago, which is nothing.
    const page = asked.has('updated_since') ? undefined : pages[Number(asked.get('page')) - 1];
    response.writeHead(200, { 'content-type': 'application/json' }).end(page ?? '{"data":[],"total":0}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function peopleOf(page: number): object[] {
  return Array.from({ length: Math.min(perPage, people - page * perPage) }, (_, place) => {
    const id = page * perPage + place;
    return {
      id,
      status: 'active',
      first_name: 'Alex',
      last_name: `Nov${id}`,
      email: `person-${id}@example.com`,
      start_date: '2020-01-01',
    };
  });
}

/** Every connection reads its whole list each minute, as often as a schedule can say. */
async function pollFigures(world: World): Promise<Figure[]> {
  const simulators = await Promise.all((await firstVendors()).map(populated));
  const there = await newOrganization(world, 'Many');
  for (let index = 0; index < connections; index += 1)
    await ask(world, 'POST', '/connections', connectionTo(simulators[index % vendors], index), there);
  const organization = there['x-organization-id'];
  await timeUntil(
    performance.now(),
    'each was listed once',
    async () => (await gaps(world, organization, new Date(0))).polled === connections,
    600,
    250,
  );
  const watchedFrom = new Date();
  const before = world.service.cpuMilliseconds();
  await pause(minutes * 60_000);
  const cpu = world.service.cpuMilliseconds() - before;
  const { most, polled, lists, ended } = await gaps(world, organization, watchedFrom);
  if (polled !== connections) throw new Error(`Only ${polled} of ${connections} were listed`);
  await Promise.all(simulators.map(({ simulator }) => simulator.stop()));
  return [
    {
      name: `${connections} connections of ${vendors} vendors, each listed every minute: the longest between two lists`,
      ours: `${most.toFixed(1)} s (${lists.toLocaleString('en')} lists)`,
      // A period, and one more of being late.
      goal: '120 s',
    },
    {
      name: `processor time of the service for each of these lists of ${peopleOfEach}`,
      ours: `${(cpu / ended).toFixed(1)} ms (${((cpu / (minutes * 60_000)) * 100).toFixed(0)} % of a core)`,
    },
    { name: 'memory of the service meanwhile, at most', ours: megabytes(world.service.memory().peak), goal: '512 MB' },
  ];
}

interface Gaps {
  /** Seconds. */
  readonly most: number;
  readonly polled: number;
  readonly lists: number;
  readonly ended: number;
}

/** What passed between the ends of two lists of a connection, or since its last, of all that ended since then. */
async function gaps({ sql }: World, organization: string, since: Date): Promise<Gaps> {
  const { rows } = await sql.query<Gaps>(
    `
    select coalesce(max(extract(epoch from next_at - finished_at)), 0)::float as most,
      count(distinct connection_id)::int as polled, count(*)::int as lists,
      count(*) filter (where finished_at > $2)::int as ended
    from (
      select connection_id, finished_at, coalesce(lead(finished_at) over (partition by connection_id
        order by finished_at), now()) as next_at
      from runs where organization_id = $1 and status = 'done'
    ) as lists where next_at > $2`,
    [organization, since],
  );
  return rows[0];
}

async function firstVendors(): Promise<VendorFile[]> {
  const root = fileURLToPath(new URL('../../src/connectors/', import.meta.url));
  const places = (await readdir(root, { recursive: true })).filter((place) => place.endsWith('/vendor.yaml')).sort();
  const files = await Promise.all(places.map(async (place) => readVendor(await readFile(root + place, 'utf8')).file!));
  // What needs a request for each record keeps to the vendor's limit instead of the schedule. A refresh token is used
  // up by the first of fifty connections that share it here, and the others would be refused for ever.
  return files
    .filter(({ joins, sign_in: signIn }) => joins === undefined && signIn.type !== 'refresh_token')
    .slice(0, vendors);
}

interface Populated {
  readonly file: VendorFile;
  readonly simulator: VendorSimulator;
}

async function populated(file: VendorFile): Promise<Populated> {
  const simulator = await VendorSimulator.start(file);
  for (let count = 0; count < peopleOfEach; count += 1) simulator.records.add();
  return { file, simulator };
}

function connectionTo({ file, simulator }: Populated, index: number): object {
  const given = Object.entries(simulator.settings);
  const isSecret = ([name]: [string, unknown]) => file.settings[name].secret === true;
  return {
    name: `${file.name} ${index}`,
    connector: file.key,
    settings: Object.fromEntries(given.filter((each) => !isSecret(each))),
    secrets: Object.fromEntries(given.filter(isSecret)),
    access: { when: [{ field: 'status', op: 'eq', value: 'nobody' }] },
    enabled: true,
    schedule: { full: '* * * * *', incremental: null },
  };
}
