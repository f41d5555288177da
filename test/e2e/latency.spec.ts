import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { noteArrival } from './arriving.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { DataFolder } from './data-folder.js';
import { frontDeskLoad } from './front-desk-load.js';
import { type RunningService, startService } from './service.js';
import { patienceSeconds } from '../kernel/manual-clock.js';
import { until } from './until.js';

let folder: DataFolder;
let database: TestDatabase;
let service: RunningService;
let hotel: SimulatedHotel;

beforeAll(async () => {
  folder = await DataFolder.make();
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  database = await createMigratedDatabase();
  service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
  await hotel.stop();
  await folder.remove();
});

// How fast is a matter of `npm run bench -- check-in`: a test shares its machine with others.
test('fifty guests a second who come and go: each gets an account while there and none afterwards', async () => {
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
  const list = async (query: string) => {
    const { status, body } = await service.call('GET', `/users?${query}`);
    if (status !== 200) throw new Error(`GET /users answered ${status}: ${JSON.stringify(body)}`);
    return body._embedded?.users as unknown as { username: string; disabled: number }[];
  };
  const { checkIns, checkOuts, missing } = await frontDeskLoad(hotel, {
    perSecond: 50,
    seconds: 5,
    stayMilliseconds: 3_000,
    name: 'arrival',
    patienceSeconds,
    list,
  });
  const median = (waits: readonly number[]) =>
    waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)];
  noteArrival('fias', median(checkIns));
  process.stdout.write(
    `latency: account ${Math.round(median(checkIns))} ms after check-in, disabled ` +
      `${Math.round(median(checkOuts))} ms after check-out (medians of 250)\n`,
  );
  expect(missing).toEqual([]);
});
