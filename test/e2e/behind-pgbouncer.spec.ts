import { afterEach, expect, test } from '@jest/globals';
import { createDataSource } from '../../src/database/data-source.js';
import { Database, statement } from '../../src/database/database.js';
import { DatabaseState } from '../../src/database/database-state.js';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { Readiness } from '../../src/health/readiness.js';
import { SystemChance } from '../../src/kernel/chance.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { SilentLog } from '../../src/kernel/log.js';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { canKeepPrepared, PgBouncer, type PgBouncerSettings, withPgBouncer } from '../database/pgbouncer.js';
import { EventReader } from '../people/event-reader.js';
import { sharedSecret } from '../radius/around.js';
import { signIn } from '../radius/radclient.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { DataFolder } from './data-folder.js';
import { radiusHere, RadiusProcess } from './radius-process.js';
import { type RunningService, runToEnd, startService, testKey } from './service.js';
import { until } from './until.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

/** A migrated database, PgBouncer in transaction mode before it, and what a process behind it is told. */
async function pooled(settings: Partial<PgBouncerSettings> = {}) {
  const database = await createMigratedDatabase();
  closing.push(() => database.drop());
  const pooler = await PgBouncer.before(database.url, { servers: 4, ...settings });
  closing.push(() => pooler.stop());
  const folder = await DataFolder.make();
  closing.push(() => folder.remove());
  const behind = { DATABASE_URL: pooler.url, USHER_DATA_DIR: folder.path };
  const start = async (environment: Record<string, string>) => {
    const service = await startService({ ...behind, ...environment });
    closing.push(() => service.kill());
    return service;
  };
  return { direct: database.url, behind, start };
}

const complaints = ({ lines }: RunningService) => lines.filter(({ level }) => Number(level) >= 40);
const readiness = async ({ url }: RunningService) => (await fetch(`${url}/readyz`)).json();
const unprepared = { USHER_PREPARED_STATEMENTS: 'false' };
const losing = canKeepPrepared() ? { prepared: 0 } : {};

async function hotelAt(service: RunningService): Promise<SimulatedHotel> {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  closing.push(() => hotel.stop());
  const made = await service.call('POST', '/connections', {
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
    target: { console: 'built-in' },
    access: { preset: 'hotel-enterprise' },
    enabled: true,
  });
  expect(made.status).toBe(201);
  await until('the link is alive', () => hotel.ifc.isAlive);
  return hotel;
}

async function watching({ url, token }: RunningService): Promise<EventReader> {
  const headers = { authorization: `Bearer ${token}` };
  const reader = await EventReader.open(Number(new URL(url).port), '/live?topics=guests', headers);
  closing.push(() => reader.close());
  await reader.ready();
  return reader;
}

const becomesAnAccount = (service: RunningService, username: string) =>
  until(
    `${username} has an account`,
    async () => (await service.call('GET', `/users?filter[username]=${username}`)).body.total_items === 1,
  );

const ways: readonly (readonly [string, Partial<PgBouncerSettings>, Record<string, string>])[] = [
  ['a pooler that loses prepared statements, without them', losing, unprepared],
  ...(canKeepPrepared() ? ([['a pooler that keeps prepared statements', { prepared: 100 }, {}]] as const) : []),
];

withPgBouncer('behind PgBouncer in transaction mode', () => {
  test.each(ways)('%s: a day of two processes, and nothing fails', async (_, settings, environment) => {
    const { direct, start } = await pooled(settings);
    const around = { ...environment, USHER_LISTEN_DATABASE_URL: direct };
    const api = await start({ ...around, USHER_ROLE: 'api' });
    const worker = await start({ ...around, USHER_ROLE: 'worker' });

    const hotel = await hotelAt(api);
    const reader = await watching(api);
    hotel.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Eva' });
    await becomesAnAccount(api, '412-novakova');
    await reader.changed('guests');

    const [role] = (await api.call('GET', '/roles')).body._embedded?.roles ?? [];
    const [email, password] = ['night@example.com', 'correct horse battery staple'];
    const operator = { name: 'Night desk', email, password, role_id: role.id };
    expect((await api.call('POST', '/operators', operator)).status).toBe(201);
    const signedIn = await api.call('POST', '/sessions', { email, password });
    expect(signedIn.status).toBe(201);

    const operations = Array.from({ length: 200 }, (_each, index) => ({
      op: 'create',
      data: { username: `guest-${index}` },
    }));
    expect((await api.call('POST', '/bulk/users', { operations: operations.slice(0, 100) })).status).toBe(200);
    const job = await api.call('POST', '/bulk/users/async', { operations: operations.slice(100) });
    expect(job.status).toBe(202);
    await until(
      'the bulk job is done',
      async () => (await api.call('GET', `/bulk/status/${String(job.body.job_id)}`)).body.status === 'completed',
    );

    const mine = { authorization: `Bearer ${String(signedIn.body.token)}` };
    const asked = await Promise.all(
      Array.from({ length: 180 }, (_each, index) =>
        index % 3 === 0
          ? api.call('POST', '/users', { username: `more-${index}`, password })
          : api.call('GET', '/users?page_size=5', undefined, index % 3 === 1 ? mine : {}),
      ),
    );
    expect([...new Set(asked.map(({ status }) => status))].sort()).toEqual([200, 201]);
    for (const service of [api, worker]) {
      expect(await readiness(service)).toMatchObject({ status: 'ready', checks: { database: 'ok', workers: 'ok' } });
      expect(complaints(service)).toEqual([]);
    }
  });

  test('a start that would lose its statements is refused in a sentence that names the setting', async () => {
    const { behind } = await pooled(losing);
    for (const command of ['start', 'migrate']) {
      const { code, err } = await runToEnd({ ...behind, USHER_MASTER_KEY: testKey }, command);
      expect([code, err]).toEqual([
        78,
        'The settings are not usable:\n  - USHER_PREPARED_STATEMENTS: the pooler that DATABASE_URL names loses ' +
          'prepared statements (PgBouncer before 1.21, or with max_prepared_statements = 0): set it to false, or let ' +
          'the pooler keep them\n',
      ]);
    }
  });

  test('where LISTEN hears nothing, each line says so once and names the setting; work goes on', async () => {
    const { start } = await pooled(losing);
    const service = await start(unprepared);
    const reader = await watching(service);
    const hotel = await hotelAt(service);
    hotel.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Eva' });
    await becomesAnAccount(service, '412-novakova');
    const reason =
      'The connection that listens to the database hears nothing, as behind a pooler in transaction mode: ' +
      'USHER_LISTEN_DATABASE_URL has to name the same database at PostgreSQL itself';
    const degraded = await until('readiness says so', async () => {
      const found = (await readiness(service)) as { status: string; reasons: unknown[] };
      return found.reasons.length === 2 && found;
    });
    await reader.heard('whoever watches is to look again', ({ event }) => event === 'reset');
    const told = ['wake-ups', 'announcements of changes'].map((part) => ({ part, reason }));
    expect(degraded).toMatchObject({ status: 'degraded', reasons: told });
    // Each finds out by itself, in whatever order.
    expect(
      complaints(service)
        .map(({ msg }) => msg)
        .sort(),
    ).toEqual([
      `${reason}; until then processes learn of each other by their sweeps`,
      `${reason}; until then the database is asked each time`,
    ]);
  });

  test('another way to the database that leads nowhere is named at the start', async () => {
    const { behind } = await pooled(losing);
    const nowhere = { USHER_LISTEN_DATABASE_URL: 'postgres://usher:hunter2@127.0.0.1:1/usher' };
    const { code, err } = await runToEnd({ ...behind, ...unprepared, ...nowhere, USHER_MASTER_KEY: testKey });
    expect([code, err]).toEqual([
      1,
      'USHER_LISTEN_DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1: is it running, and does it listen there?\n',
    ]);
  });

  test.each([
    [true, { status: 'not ready', checks: { database: 'prepared_statements_lost' } }],
    [false, { status: 'ready', checks: { database: 'ok' } }],
  ])('readiness asks as requests do: with prepared statements %s', async (prepares, report) => {
    const { behind } = await pooled(losing);
    const dataSource = await createDataSource({ url: behind.DATABASE_URL, poolSize: 10 }, []).initialize();
    closing.push(() => dataSource.destroy());
    const [clock, log] = [new SystemClock(), new SilentLog()];
    const state = new DatabaseState(async () => undefined, clock, new SystemChance(), log);
    closing.push(() => state.close());
    const database = new Database(dataSource, { assumeTenantRole: false, prepares, state });
    const backgrounds = new Backgrounds(clock, log);
    backgrounds.start([]);
    const one = statement('test_named', 'select $1::int as one');
    const asked = await Promise.allSettled(
      Array.from({ length: 60 }, () => database.query(systemContext(everyOrganization, 'test'), one, [1])),
    );
    const failures = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.refusal] : []));
    expect([...new Set(failures)]).toEqual(prepares ? ['prepared_statements_lost'] : []);
    expect(await new Readiness(database, state, backgrounds).report()).toMatchObject(report);
  });
});

withPgBouncer('FreeRADIUS and PgBouncer', () => {
  withFreeRadius('in transaction mode', () => {
    test.each([{}, { drops: 'options' }])(
      'around it users come in; through it, with %o, nobody would',
      async (taken) => {
        const { behind, direct, start } = await pooled({ ...losing, ...taken });
        const service = await start(unprepared);
        const clients = [{ address: '127.0.0.1', short_name: 'ap', secret: sharedSecret }];
        expect((await service.call('POST', '/networks', { name: 'House', clients })).status).toBe(201);
        const { auth, settings: radius } = await radiusHere();
        const { code, err } = await runToEnd({ ...behind, ...unprepared, ...radius }, 'radius');
        expect(code).toBe(1);
        expect(err).toMatch(
          /^FreeRADIUS .*: behind a pooler USHER_LISTEN_DATABASE_URL has to name the same database at PostgreSQL itself\n$/,
        );

        await service.call('POST', '/users', { username: 'anna', password: 'Sommer 2026!' });
        const around = { ...unprepared, ...radius, USHER_LISTEN_DATABASE_URL: direct };
        const beside = RadiusProcess.start({ ...behind, ...around });
        closing.push(() => beside.stop());
        await beside.answers();
        expect((await signIn(auth, 'anna', 'Sommer 2026!')).packet).toBe('Access-Accept');
      },
    );
  });
});
