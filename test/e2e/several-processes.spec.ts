import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createEmptyDatabase } from '../database/fresh-database.js';
import { RemoteConsoleSimulator } from '../simulators/remote-console/remote-console-simulator.js';
import { brokenStories, differences, type SeenAccount } from './accounts.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { TrackedHotel } from './tracked-hotel.js';
import { pause, until } from './until.js';

/** More than the lease of a link and the sweep that looks for free ones; the promise is thirty. */

let folder: DataFolder;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let services: RunningService[] = [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createEmptyDatabase();
  services = await Promise.all([1, 2, 3].map(() => start()));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await database.drop();
  await folder.remove();
});

function start(environment: Record<string, string> = {}): Promise<RunningService> {
  return startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path, ...environment });
}

function rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return rowsAt<Row>(
    (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname),
    sql,
    values,
  );
}

/** The process that holds a lease, by the name it wrote there. */
function pidIn(owner: string): number {
  return Number(owner.split(':')[1]);
}

async function hotel(
  through: RunningService,
  target: object = { console: 'built-in' },
): Promise<{ told: TrackedHotel; id: string }> {
  const told = new TrackedHotel(Math.random, `h${closing.length}${Date.now() % 1000}`);
  await told.hotel.start();
  closing.push(() => told.hotel.stop());
  const answer = await through.call('POST', '/connections', {
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: told.hotel.port, time_zone: 'Europe/Vienna' },
    target,
    access: { preset: 'hotel-enterprise' },
    enabled: true,
  });
  expect(answer.status).toBe(201);
  await until('the link is alive', () => told.hotel.ifc.isAlive);
  const id = String(answer.body.id);
  closing.push(async () => {
    await services[0].call('DELETE', `/connections/${id}?accounts=keep`);
  });
  return { told, id };
}

/** What loads first in a process and sets its clock ahead. */
const fiveMinutesAhead = `--import=data:text/javascript,${encodeURIComponent(`
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...parts) { super(...(parts.length > 0 ? parts : [Right.now() + 300_000])); }
    static now() { return Right.now() + 300_000; }
  };`)}`;

async function holderOf(id: string): Promise<RunningService | undefined> {
  const [lease] = await rows<{ owner: string }>('select owner from leases where name = $1 and until_at > now()', [
    `listener ${id}`,
  ]);
  return services.find(({ pid }) => lease && pid === pidIn(lease.owner));
}

async function accounts({ letter }: TrackedHotel): Promise<SeenAccount[]> {
  return rows(
    `select u.username, u.disabled::int as disabled, g.name as group from users u left join user_groups g
      on g.organization_id = u.organization_id and g.id = u.group_id
     where u.username like $1`,
    [`%-guest${letter}%`],
  );
}

async function story({ letter }: TrackedHotel): Promise<string[]> {
  return brokenStories(
    await rows(
      `select identity_id as identity, kind, before, after from provision_log
     where status = 'done' and identity_id in (select identity_id from provision_log where account like $1)
     order by at, id`,
      [`%-guest${letter}%`],
    ),
  );
}

/** Asks every 50 ms until told to stop; gives how often there was no good answer. */
function polling(service: RunningService): () => Promise<number> {
  let asking = true;
  let failures = 0;
  const done = (async () => {
    while (asking) {
      const answer = await service.call('GET', '/users?page_size=5').catch(() => undefined);
      if (answer?.status !== 200) failures += 1;
      await pause(50);
    }
  })();
  return async () => {
    asking = false;
    await done;
    return failures;
  };
}

test("a process whose clock is not the database's says so, and the others do not", async () => {
  const wrong = await start({ NODE_OPTIONS: fiveMinutesAhead, USHER_ROLE: 'api' });
  try {
    const { body } = await until('it has looked', async () => {
      const answer = await wrong.call('GET', '/readyz');
      return answer.body.status === 'degraded' && answer;
    });
    expect(body.reasons).toMatchObject([
      { part: 'clock', reason: expect.stringMatching(/^This machine's clock is (299|300) s ahead of the database's:/) },
    ]);
    expect(await (await fetch(`${wrong.url}/metrics`)).text()).toContain('usher_work_failing{work="clock"} 1');
    expect((await services[0].call('GET', '/readyz')).body).toMatchObject({ status: 'ready', reasons: [] });
  } finally {
    await wrong.stop();
  }
});

test('processes that start together bring the schema up to date once', () => {
  const migrated = services.filter(({ lines }) => lines.some(({ msg }) => msg === 'schema is up to date'));
  expect(migrated).toHaveLength(1);
});

test('all of them share the work on a slow console, and nobody gets two accounts', async () => {
  const console = await RemoteConsoleSimulator.start({ mode: 'plain', ratePerMinute: 50_000 });
  closing.push(() => console.close());
  console.fail({ kind: 'slow', milliseconds: 60 }, { times: 10_000 });
  const { told } = await hotel(services[0], {
    console: 'remote',
    base_url: console.address,
    token: console.token,
    organization_id: 'org-1',
    rate_per_minute: 50_000,
  });
  let guests = 0;
  const arrive = (count: number) => {
    for (guests += count; count > 0; count -= 1) told.checkIn();
  };
  arrive(400);
  const workers = new Set<number>();
  const { users } = console.organization();
  await until('everybody has an account', async () => {
    for (const { owner } of await rows<{ owner: string }>(
      'select distinct lease_owner as owner from identities where lease_owner is not null',
    ))
      workers.add(pidIn(owner));
    // Quick ones may be done before the last of them has had its turn.
    if (users.size >= guests && workers.size < services.length) arrive(100);
    return users.size >= guests;
  });
  expect([...workers].toSorted()).toEqual(services.map(({ pid }) => pid).toSorted());
  expect(new Set([...users.values()].map(({ username }) => username)).size).toBe(guests);
});

test('kill -9 of the process with the hotel link: another takes over, catches up, repeats nothing', async () => {
  const { told, id } = await hotel(services[0]);
  for (let acts = 0; acts < 60; acts += 1) told.act();
  await until(
    'they are known',
    async () =>
      differences(
        told.inHouse(),
        (await accounts(told)).filter(({ disabled }) => disabled === 0),
      ).length === 0,
  );
  const holder = await until('somebody holds the link', () => holderOf(id));
  const others = services.filter((service) => service !== holder);
  const stopPolling = others.map(polling);

  const { ifc } = told.hotel;
  const before = ifc.connections;
  await holder.kill();
  // Another may take over between two looks.
  await until('the loss is noticed at the other end', () => !ifc.isAlive || ifc.connections > before);
  const arrived = Array.from({ length: 20 }, () => told.checkIn());
  for (const reservation of arrived.slice(0, 5)) told.hotel.checkOut(reservation);
  await until('the link is alive again', () => told.hotel.ifc.isAlive);
  await until(
    'the gap is caught up',
    async () =>
      differences(
        told.inHouse(),
        (await accounts(told)).filter(({ disabled }) => disabled === 0),
      ).length === 0,
  );
  expect(others).toContain(await holderOf(id));
  expect(await Promise.all(stopPolling.map((stop) => stop()))).toEqual([0, 0]);
  expect(await story(told)).toEqual([]);
  services = others;
});

// Frozen, not dead: nobody can know, so its lease has to run out. What its socket had received meanwhile is old news
// when
// it wakes: stored then, a check-in would come after the check-out that the new holder has heard.
test('a holder that froze loses the link within thirty seconds and does not speak for it when it wakes', async () => {
  const { told, id } = await hotel(services[0]);
  const staying = told.checkIn();
  await until('the guest is known', async () => (await accounts(told)).length === 1);
  const holder = await until('somebody holds the link', () => holderOf(id));
  const before = told.hotel.ifc.connections;
  process.kill(holder.pid, 'SIGSTOP');
  try {
    const leaving = told.checkIn();
    await until('another one connects', () => told.hotel.ifc.connections > before && told.hotel.ifc.isAlive);
    told.hotel.checkOut(leaving);
    told.hotel.move(staying, '9001');
    await until('the new holder is heard', async () =>
      (await accounts(told)).some(({ username }) => username.startsWith('9001-')),
    );
  } finally {
    process.kill(holder.pid, 'SIGCONT');
  }
  await until('it notices', () =>
    holder.lines.some(({ msg }) => msg === 'lease lost' || String(msg).startsWith('Frames of the hotel system c')),
  );
  const last = told.hotel.house.guest(told.checkIn());
  await until('what came later is known', async () =>
    (await accounts(told)).some(({ username }) => username === `${last.room}-${last.lastName}`.toLowerCase()),
  );
  expect(
    differences(
      told.inHouse(),
      (await accounts(told)).filter(({ disabled }) => disabled === 0),
    ),
  ).toEqual([]);
  expect(await story(told)).toEqual([]);
});

test('one process answers requests, another one works: a change made at one is done by the other', async () => {
  await Promise.all(services.map((service) => service.stop()));
  services = await Promise.all([start({ USHER_ROLE: 'api' }), start({ USHER_ROLE: 'worker' })]);
  const [api, worker] = services;
  const { told, id } = await hotel(api);
  expect(await holderOf(id)).toBe(worker);
  told.checkIn();
  const [{ username }] = told.inHouse();
  await until(
    'the account is there',
    async () => (await api.call('GET', `/users?filter[username]=${username}`)).body.total_items === 1,
  );
  for (const { url } of services) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const refused = await worker.call('GET', '/users');
  expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining('worker') } });
  expect((await worker.call('POST', `/hooks/${id}`, {})).status).toBe(404);
});
