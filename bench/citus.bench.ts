import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { coordinator, databaseBesideCitus, distributedDatabase } from '../test/citus/citus-database.js';
import { frontDeskLoad } from '../test/e2e/front-desk-load.js';
import { SimulatedHotel } from '../test/simulators/fias/hotel.js';
import { closedCalls, closedLoop, type Load, refuseErrors, request, summary } from './load.js';
import { type Figure, loadFigure, median } from './report.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';
import { timeUntil } from './world.js';

const rounds = 3;
const seconds = 3;
const callers = 16;
const goals = { post: '0.6', bulk: '0.7', get: '0.6' };

/** A service and its database, distributed or not, on the same server. */
interface Side {
  readonly service: ServiceProcess;
  readonly sql: pg.Pool;
  /** Our name of an access point. */
  readonly client: string;
  readonly loads: Record<'post' | 'bulk' | 'get' | 'login' | 'packet', Load[]>;
  readonly checkIns: number[];
  close(): Promise<void>;
}

/** What it costs that tables are distributed: beside a database without the extension on the coordinator, in turns. */
export async function citusBench(): Promise<Figure[]> {
  if (!coordinator) {
    process.stdout.write('citus is left out: USHER_TEST_CITUS_URL names none\n');
    return [];
  }
  const plain = await opened(await databaseBesideCitus());
  const citus = await opened(await distributedDatabase());
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const side of round % 2 === 0 ? [plain, citus] : [citus, plain]) await measure(side);
    for (const side of [plain, citus]) refuseErrors(side.loads);
    const compared = (what: keyof Side['loads'], name: string, goal = '') =>
      loadFigure(name, citus.loads[what], plain.loads[what], goal);
    const p50 = ({ checkIns }: Side) => `p50 ${Math.round(median(checkIns))} ms`;
    return [
      compared('post', `POST /users, ${callers} callers`, goals.post),
      compared('bulk', 'POST /bulk/users of 100, 4 callers', goals.bulk),
      compared('get', `GET /users, page of 50, ${callers} callers`, goals.get),
      compared('login', 'radius.accept, 4 callers'),
      compared('packet', 'radius.account, 4 callers'),
      { name: 'check-in over FIAS to an account, 50 a second', ours: p50(citus), limit: p50(plain), goal: 'p50 80 ms' },
    ];
  } finally {
    await plain.close();
    await citus.close();
  }
}

async function opened(database: Awaited<ReturnType<typeof databaseBesideCitus>>): Promise<Side> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-bench-'));
  const service = await startServiceProcess({ DATABASE_URL: database.url, USHER_DATA_DIR: folder });
  const made = await service.call('POST', '/networks', {
    name: 'House',
    clients: [{ address: '10.0.0.5', short_name: 'ap', secret: 'testing123testing' }],
  });
  const sql = new pg.Pool({
    connectionString: database.url,
    max: 4,
    options: '-c usher.organization_id=* -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off',
  });
  sql.on('error', () => undefined);
  await service.call('POST', '/users', { username: 'anna', password: 'Sommer 2026!' });
  const { rows } = await sql.query<{ id: string }>('select id from organizations order by created_at limit 1');
  const [client] = made.body.clients as { id: string }[];
  return {
    service,
    sql,
    client: `${rows[0].id}/${client.id}`,
    loads: { post: [], bulk: [], get: [], login: [], packet: [] },
    checkIns: [],
    close: async () => {
      await service.stop();
      await sql.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function measure({ service, sql, client, loads, checkIns }: Side): Promise<void> {
  const url = new URL(service.url);
  const headers = { authorization: `Bearer ${service.token}` };
  const posted = (to: string, body: () => object) => () =>
    request('POST', new URL(to, url), headers, JSON.stringify(body()));
  const username = () => `bench-${randomUUID()}`;
  const operations = () => Array.from({ length: 100 }, () => ({ op: 'create', data: { username: username() } }));
  const loop = (next: () => Buffer, connections = callers) => closedLoop(url, { connections, seconds, next });
  const asked = (text: string, values: () => unknown[]) =>
    closedCalls({ connections: 4, seconds, next: () => sql.query(text, values()) });

  loads.post.push(await loop(posted('/users', () => ({ username: username() }))));
  loads.bulk.push(
    await loop(
      posted('/bulk/users', () => ({ operations: operations() })),
      4,
    ),
  );
  await sql.query('analyze users');
  loads.get.push(await loop(() => request('GET', new URL('/users?page_size=50', url), headers)));
  const station = () => `AA-BB-CC-00-${String(Math.random()).slice(2, 4)}-${String(Math.random()).slice(2, 4)}`;
  const called = '00-11-22-33-44-55:House';
  loads.login.push(
    await asked(`select * from radius.accept($1, 'anna', $2, '${called}', '', 'lobby', '10.0.0.5', '10.0.0.5')`, () => [
      client,
      station(),
    ]),
  );
  loads.packet.push(
    await asked(
      `select radius.account('Start', $1, $2, $2, 'anna', '', '10.0.0.5', 'lobby', '', $3, '${called}', '', '0', '0',
        '5', '0', '7', '0', '')`,
      () => [client, randomUUID(), station()],
    ),
  );
  await timeUntil(
    performance.now(),
    'sessions are written',
    async () => {
      const { rows } = await sql.query<{ waiting: number }>('select count(*)::int as waiting from accounting_packets');
      return rows[0].waiting === 0;
    },
    300,
    200,
  );
  checkIns.push(await checkIn(service));
}

/** Median milliseconds from the frame that leaves the front desk to what `GET /users` says. */
async function checkIn({ call }: ServiceProcess): Promise<number> {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  try {
    const { body } = await call('POST', '/connections', {
      name: `Front desk ${randomUUID()}`,
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      target: { console: 'built-in' },
      access: { preset: 'hotel-enterprise' },
      enabled: true,
    });
    await timeUntil(performance.now(), 'the link is alive', () => hotel.ifc.isAlive, 30);
    const list = async (query: string) => {
      const answer = await call('GET', `/users?${query}`);
      return answer.body._embedded?.users as unknown as { username: string; disabled: number }[];
    };
    const load = { perSecond: 50, stayMilliseconds: 1_000, patienceSeconds: 20, list };
    await frontDeskLoad(hotel, { ...load, seconds: 1, name: `warm${checkInRound}` });
    checkInRound += 1;
    const { checkIns, missing } = await frontDeskLoad(hotel, { ...load, seconds: 5, name: `guest${checkInRound}` });
    if (missing.length > 0) throw new Error(`${missing.length} guests never had what they should have`);
    await call('DELETE', `/connections/${String(body.id)}?accounts=keep`);
    return summary([...checkIns]).p50Milliseconds;
  } finally {
    await hotel.stop();
  }
}

/** Names of guests do not meet those of another round. */
let checkInRound = 0;
