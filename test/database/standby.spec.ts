import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createDataSource, migrate, poolOf } from '../../src/database/data-source.js';
import { Database, replanned, statement } from '../../src/database/database.js';
import { Standby } from '../../src/database/standby.js';
import { SystemChance } from '../../src/kernel/chance.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { SilentLog } from '../../src/kernel/log.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { until } from '../e2e/until.js';
import { StandbyPair, withStandby } from './standby-pair.js';

const everywhere = systemContext(everyOrganization, 'test');

withStandby('reads at a standby', () => {
  let pair: StandbyPair;
  beforeAll(async () => {
    pair = await StandbyPair.start();
  });
  afterAll(() => pair.stop());

  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    while (closing.length > 0) await closing.pop()?.();
  });

  async function service(environment: Record<string, string> = {}): Promise<RunningService> {
    const folder = await DataFolder.make();
    closing.push(() => folder.remove());
    const started = await startService({
      DATABASE_URL: pair.url('primary'),
      USHER_READ_DATABASE_URL: pair.url('standby'),
      USHER_DATA_DIR: folder.path,
      USHER_ROLE: 'api',
      ...environment,
    });
    closing.push(() => started.kill());
    return started;
  }

  const text = async ({ url }: RunningService, path: string) => (await fetch(`${url}${path}`)).text();

  async function reads(at: RunningService): Promise<Record<string, number>> {
    const lines = (await text(at, '/metrics')).matchAll(/^usher_standby_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, outcome, times]) => [outcome, Number(times)]));
  }

  const isListed = async (at: RunningService, username: string) =>
    (await at.call('GET', `/users?filter[username]=${username}`)).body.total_items === 1;

  /** The database with a standby at `url`, as a process opens it. */
  async function opened(url: string): Promise<{ database: Database; standby: Standby }> {
    const dataSource = createDataSource({ url: pair.url('primary'), poolSize: 4 }, []);
    await dataSource.initialize();
    closing.push(() => dataSource.destroy());
    await migrate(dataSource, pair.url('primary'));
    const settings = { url, poolSize: 4, primary: poolOf(dataSource) };
    const standby = new Standby(settings, new SystemClock(), new SystemChance(), new SilentLog());
    closing.push(() => standby.close());
    return { database: new Database(dataSource, { assumeTenantRole: false, standby }), standby };
  }

  const whereFrom = statement('test_where', 'select pg_is_in_recovery() as "isStandby"');
  const answeredThere = async (database: Database) =>
    (await database.query<{ isStandby: boolean }>(everywhere, { ...whereFrom, isRead: true }))[0].isStandby;

  test('what one process wrote is in the next list of the other, and the standby answered it', async () => {
    const [one, other] = [await service(), await service()];
    for (let index = 0; index < 30; index += 1) {
      const [writer, reader] = index % 2 === 0 ? [one, other] : [other, one];
      expect((await writer.call('POST', '/users', { username: `fresh-${index}` })).status).toBe(201);
      expect([index, await isListed(reader, `fresh-${index}`)]).toEqual([index, true]);
    }
    const report = await one.call('GET', '/reports/110');
    expect([report.status, report.body.total_items]).toEqual([200, 0]);
    const [first, second] = [await reads(one), await reads(other)];
    // A slow machine may lag for a moment; then the primary answers.
    expect(first.answered).toBeGreaterThan(0);
    expect(second.answered).toBeGreaterThan(0);
    expect(first.away + second.away).toBe(0);
  });

  test('a standby that lags is left, told, and used again; nobody reads what is old', async () => {
    const at = await service();
    await until('the standby answers', async () => (await at.call('GET', '/users')) && (await reads(at)).answered > 0);
    await pair.sql('standby', 'select pg_wal_replay_pause()');
    expect((await at.call('POST', '/users', { username: 'while-it-lags' })).status).toBe(201);
    expect(await isListed(at, 'while-it-lags')).toBe(true);
    expect((await reads(at)).lagging).toBeGreaterThan(0);
    const told = await until('readiness tells', async () => {
      const found = JSON.parse(await text(at, '/readyz')) as { status: string; reasons: object[] };
      return found.reasons.length > 0 && found;
    });
    expect(told).toMatchObject({
      status: 'degraded',
      checks: { database: 'ok', workers: 'ok' },
      reasons: [
        {
          part: 'standby',
          reason: 'The standby of USHER_READ_DATABASE_URL is not used: It lags behind the primary',
        },
      ],
    });
    await pair.sql('standby', 'select pg_wal_replay_resume()');
    const { answered } = await reads(at);
    await until('the standby answers again', async () => {
      expect(await isListed(at, 'while-it-lags')).toBe(true);
      return (await reads(at)).answered > answered;
    });
    expect(JSON.parse(await text(at, '/readyz'))).toMatchObject({ status: 'ready', reasons: [] });
  });

  test('a standby that is away costs nobody an answer, from the start on', async () => {
    await pair.end('standby');
    const at = await service();
    expect((await at.call('POST', '/users', { username: 'while-it-is-away' })).status).toBe(201);
    expect(await isListed(at, 'while-it-is-away')).toBe(true);
    expect((await reads(at)).away).toBeGreaterThan(0);
    await pair.begin('standby');
    await until('the standby answers', async () => {
      expect(await isListed(at, 'while-it-is-away')).toBe(true);
      return (await reads(at)).answered > 0;
    });
  });

  test('what a recovery conflict cancels, the primary answers', async () => {
    const { database, standby } = await opened(pair.url('standby'));
    await until('the standby answers', () => answeredThere(database));
    const slow = replanned(
      '',
      `select pg_sleep(3), pg_is_in_recovery() as "isStandby" from (select 1 from users limit 1) one`,
    );
    let begun = 0;
    const reading = database.reading(everywhere, async (inside) => {
      begun += 1;
      const [{ isStandby }] = await database.query<{ isStandby: boolean }>(inside, whereFrom);
      return isStandby ? database.query<{ isStandby: boolean }>(inside, slow) : [{ isStandby }];
    });
    await until('it reads at the standby', async () => {
      const sleeping = "select 1 from pg_stat_activity where wait_event = 'PgSleep'";
      return (await pair.sql('standby', sleeping)).length > 0;
    });
    await pair.sql('primary', 'begin; lock table users in access exclusive mode; commit');
    expect(await reading).toEqual([{ isStandby: false }]);
    expect([begun, standby.counts.cancelled + standby.counts.away]).toEqual([2, 1]);
  });

  test.each([
    ['the primary by another name', () => pair.url('primary'), 'It is no standby: it takes writes'],
    ['another database', () => pair.url('standby', 'postgres', 'postgres'), 'It is a standby of another database'],
  ])('%s is no standby of this one, and answers nothing', async (_, url, why) => {
    const { database, standby } = await opened(url());
    await until('it is told', async () => {
      expect(await answeredThere(database)).toBe(false);
      return standby.trouble?.why.includes(why);
    });
    expect(standby.counts.answered).toBe(0);
  });
});
