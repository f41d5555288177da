import { afterEach, expect, test } from '@jest/globals';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, runToEnd, startService, testKey } from '../e2e/service.js';
import { until } from '../e2e/until.js';
import { machineMilliseconds } from '../kernel/machine-time.js';
import { EventReader } from '../people/event-reader.js';
import { distributedDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

/** An announcement takes no longer; without one a listener would look again after 15 s. */
const mostMilliseconds = 5_000;

async function house() {
  const database = await distributedDatabase();
  closing.push(() => database.drop());
  const folder = await DataFolder.make();
  closing.push(() => folder.remove());
  const environment = { DATABASE_URL: database.url, USHER_DATA_DIR: folder.path };
  const start = async (role: string) => {
    const service = await startService({ ...environment, USHER_ROLE: role });
    closing.push(() => service.kill());
    return service;
  };
  return { environment, start };
}

const errors = ({ lines }: RunningService) => lines.filter(({ level }) => Number(level) >= 50);
const total = async (service: RunningService, path: string) => (await service.call('GET', path)).body.total_items;

withCitus('the service on Citus', () => {
  test('two processes: a check-in becomes an account, bulk, networks; the audit verifies', async () => {
    const { environment, start } = await house();
    const [api, worker] = [await start('api'), await start('worker')];

    const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    closing.push(() => hotel.stop());
    const made = await api.call('POST', '/connections', {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      target: { console: 'built-in' },
      access: { preset: 'hotel-enterprise' },
      enabled: true,
    });
    expect(made.status).toBe(201);
    await until('the link is alive', () => hotel.ifc.isAlive);
    hotel.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Eva' });
    await until(
      'the guest has an account',
      async () => (await total(api, '/users?filter[username]=412-novakova')) === 1,
    );

    const operations = Array.from({ length: 100 }, (_each, index) => ({
      op: 'create',
      data: { username: `guest-${index}` },
    }));
    expect((await api.call('POST', '/bulk/users', { operations })).status).toBe(200);
    expect(await total(api, '/users')).toBe(101);
    expect((await api.call('POST', '/organizations', { name: 'Gasthof' })).status).toBe(201);
    const clients = [{ address: '127.0.0.1', short_name: 'ap', secret: 'testing123testing' }];
    expect((await api.call('POST', '/networks', { name: 'House', clients })).status).toBe(201);
    expect((await api.call('POST', '/networks', { name: 'House' })).status).toBe(409);
    expect((await api.call('GET', '/overview')).status).toBe(200);

    const { code, out } = await runToEnd({ ...environment, USHER_MASTER_KEY: testKey }, 'audit', 'verify');
    expect([code, JSON.parse(out.split('\n')[0])]).toMatchObject([0, { ok: true, broken: null }]);
    for (const service of [api, worker]) expect(errors(service)).toEqual([]);
  }, 300_000);

  test('who listens in one process is told what another one has heard or changed', async () => {
    const { start } = await house();
    const [api, other] = [await start('api'), await start('api')];
    const worker = await start('worker');
    const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    closing.push(() => hotel.stop());
    const connection = {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      target: { console: 'built-in' },
      access: { preset: 'hotel-enterprise' },
      enabled: true,
    };
    expect((await api.call('POST', '/connections', connection)).status).toBe(201);
    await until('the link is alive', () => hotel.ifc.isAlive);
    const headers = { authorization: `Bearer ${other.token}` };
    const reader = await EventReader.open(Number(new URL(other.url).port), '/live?topics=guests,users', headers);
    closing.push(() => reader.close());
    await reader.ready();

    /** The path of a record that it names, which can be read at once. */
    const named = async (topic: string, resource: string) => {
      const { data } = await reader.heard(
        `${topic} by id`,
        (each) => each.event === 'change' && each.data.topic === topic && each.data.ids !== 'many',
      );
      reader.events.splice(0);
      return (await other.call('GET', `/${resource}/${data.ids[0]}`)).body;
    };
    const made: unknown[] = [];
    const took = await machineMilliseconds(async () => {
      expect((await api.call('POST', '/users', { username: 'anna' })).status).toBe(201);
      made.push((await named('users', 'users')).username);
    });
    expect([made, took < mostMilliseconds]).toEqual([['anna'], true]);
    hotel.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Eva' });
    expect(await named('guests', 'subjects')).toMatchObject({ facts: { room: '412' } });
    for (const service of [api, other, worker]) expect(errors(service)).toEqual([]);
  }, 300_000);
});
