import type { PoolClient } from 'pg';
import { SimulatedHotel } from '../test/simulators/fias/hotel.js';
import { type Figure, seconds, timeFigure, median } from './report.js';
import { ask, newOrganization, timeUntil, type World } from './world.js';

const guests = 10_000;
const rounds = 3;
const resyncRounds = 5;
const resyncGuests = 1000;

/**
 * From known guests to accounts of the built-in console: user, binding, log row and settled identity of each, exactly
 * once.
 */
export async function reconcileBench(world: World): Promise<Figure[]> {
  const ours: number[] = [];
  const limit: number[] = [];
  const absorbed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const hotel = await hotelWith(guests);
    const organization = await newOrganization(world, `Reconcile ${round}`);
    const id = organization['x-organization-id'];
    const connection = await connect(world, hotel, organization, 'grants');
    const listedAt = await listComplete(hotel);
    absorbed.push(
      await timeUntil(listedAt, 'all guests known', async () => (await held(world, id)) === guests, 300, 20),
    );
    const startedAt = performance.now();
    await ask(world, 'POST', `/connections/${connection}/resume`, {}, organization);
    ours.push(
      await timeUntil(startedAt, 'all accounts made', async () => (await settled(world, id)) === guests, 300, 20),
    );
    await ask(world, 'POST', `/connections/${connection}/pause`, { mode: 'all' }, organization);
    await hotel.stop();
    await proveAccounts(world, id, guests);
    limit.push(await handMade(world, id, `Hand made ${round}`));
  }
  return [
    timeFigure(
      `${guests.toLocaleString('en')} accounts made once their pause ends (against their rows copied by set-based SQL)`,
      guests,
      ours,
      limit,
      '0.30',
    ),
    {
      name: `${guests.toLocaleString('en')} listed guests stored, absorbed and entitled behind the end of their list`,
      ours: seconds(median(absorbed)),
    },
    await resync(world),
  ];
}

/** From the end of a full list (DE) to the last account. */
async function resync(world: World): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < resyncRounds; round += 1) {
    const hotel = await hotelWith(resyncGuests);
    const organization = await newOrganization(world, `Resync ${round}`);
    const connection = await connect(world, hotel, organization);
    const listedAt = await listComplete(hotel);
    times.push(
      await timeUntil(
        listedAt,
        'all accounts made',
        async () => (await settled(world, organization['x-organization-id'])) === resyncGuests,
      ),
    );
    await ask(world, 'POST', `/connections/${connection}/pause`, { mode: 'all' }, organization);
    await hotel.stop();
  }
  return {
    name: 'resync of 1,000 guests over the FIAS link, DE to the last account',
    ours: `${seconds(median(times))}, at most ${seconds(Math.max(...times))}`,
    goal: '2 s',
  };
}

async function hotelWith(count: number): Promise<SimulatedHotel> {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna', shuffleFields: false });
  await hotel.start();
  for (let index = 0; index < count; index += 1)
    hotel.house.add({
      room: String(100_000 + index),
      lastName: surname(index),
      firstName: 'Alex',
      vip: '0',
      arrival: hotel.day(),
      departure: hotel.day(3),
    });
  return hotel;
}

/** Letters only: property systems have placeholders that end in numbers. */
function surname(index: number): string {
  return `Nov${index.toString().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)])}`;
}

async function connect(
  world: World,
  hotel: SimulatedHotel,
  organization: Record<string, string>,
  pauseMode?: 'grants',
): Promise<string> {
  const made = await ask(
    world,
    'POST',
    '/connections',
    {
      name: 'Bench',
      connector: 'fias',
      enabled: pauseMode === undefined,
      settings: { host: '127.0.0.1', port: hotel.port, encoding: 'utf-8', time_zone: 'Europe/Vienna', site: 'bench' },
      access: { preset: 'hotel-enterprise' },
    },
    organization,
  );
  const at = `/connections/${String(made.id)}`;
  if (pauseMode) {
    await ask(world, 'POST', `${at}/pause`, { mode: pauseMode }, organization);
    await ask(world, 'PATCH', at, { enabled: true }, { ...organization, 'if-match': '*' });
  }
  return String(made.id);
}

async function listComplete({ ifc }: SimulatedHotel): Promise<number> {
  const startedAt = performance.now();
  await timeUntil(startedAt, 'the list was told', () => ifc.said.at(-1)?.text.startsWith('DE|') ?? false);
  return performance.now();
}

async function count({ sql }: World, text: string, organization: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(text, [organization]);
  return rows[0]?.n ?? 0;
}

const held = (world: World, id: string) =>
  count(
    world,
    `select count(*)::int as n from identities where organization_id = $1 and problem ->> 'code' = 'held'`,
    id,
  );
const settled = (world: World, id: string) =>
  count(
    world,
    'select count(*)::int as n from identities where organization_id = $1 and done_rev >= want_rev and problem is null',
    id,
  );

async function proveAccounts(world: World, id: string, wanted: number): Promise<void> {
  const users = await count(
    world,
    'select count(*)::int as n from users where organization_id = $1 and not disabled',
    id,
  );
  const log = await count(
    world,
    `select count(*)::int as n from provision_log where organization_id = $1 and kind = 'create_user'
      and status = 'done'`,
    id,
  );
  if (users !== wanted || log !== wanted)
    throw new Error(`${wanted} guests have ${users} accounts and ${log} log rows`);
}

/**
 * The same rows into the same tables, for another organization, in one transaction: what PostgreSQL itself takes for
 * them.
 */
async function handMade(world: World, from: string, name: string): Promise<number> {
  const to = (await newOrganization(world, name))['x-organization-id'];
  const client = await world.sql.connect();
  try {
    return await copied(client, from, to);
  } finally {
    client.release(true);
  }
}

async function copied(client: PoolClient, from: string, to: string): Promise<number> {
  for (const table of ['user_groups', 'connections', 'identities', 'users', 'bindings', 'provision_log']) {
    await client.query(`create temp table copy_${table} as select * from ${table} where organization_id = '${from}'`);
    await client.query(`update copy_${table} set organization_id = '${to}'`);
    await client.query(`analyze copy_${table}`);
  }
  await client.query(`update copy_connections set id = gen_random_uuid()`);
  await client.query(`delete from copy_provision_log where status <> 'done'`);
  for (const table of ['user_groups', 'connections', 'identities']) await client.query(await insertAll(client, table));
  const inserts: string[] = [];
  for (const table of ['users', 'bindings', 'provision_log']) inserts.push(await insertAll(client, table));
  const startedAt = performance.now();
  await client.query('begin');
  for (const insert of inserts) await client.query(insert);
  await client.query(
    `update identities set done_rev = want_rev, due_at = now() + interval '3 days', updated_at = now()
      where organization_id = '${to}'`,
  );
  await client.query('commit');
  return performance.now() - startedAt;
}

/** Generated columns are made by PostgreSQL again. */
async function insertAll(client: PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return `insert into ${table} (${rows[0]?.columns}) select ${rows[0]?.columns} from copy_${table}`;
}
