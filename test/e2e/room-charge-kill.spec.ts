import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { browse, formsIn, unescaped } from '../portal/plain-browser.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

let folder: DataFolder;
let database: TestDatabase;
let services: RunningService[] = [];
let hotel: SimulatedHotel;

beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  const environment = { DATABASE_URL: database.url, USHER_DATA_DIR: folder.path };
  services = [await startService(environment), await startService(environment)];
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await hotel.stop();
  await database.drop();
  await folder.remove();
});

async function made(path: string, body: object): Promise<Record<string, string>> {
  const answer = await services[0].call('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Record<string, string>;
}

async function holder(connectionId: string): Promise<RunningService | undefined> {
  const admin = (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
  const sql = 'select owner from leases where name = $1 and until_at > now()';
  const [row] = await rowsAt<{ owner: string }>(admin, sql, [`listener ${connectionId}`]);
  return services.find(({ pid }) => row?.owner.split(':')[1] === String(pid));
}

test('a charge whose process is killed is never sent again; the next holder of the link hears the answer', async () => {
  const { id: connectionId } = await made('/connections', {
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', charge_currency: 'EUR' },
    target: { console: 'built-in' },
    access: { preset: 'hotel-enterprise' },
    enabled: true,
  });
  const { id: network_id } = await made('/networks', { name: 'Guest' });
  const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
  const tiers = [{ name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'room' }];
  await made('/captive-portals', { name: 'Lobby', slug: 'lobby', network_id, methods: ['room_surname'], tiers });
  await made('/gateways', { name: 'chilli', network_id, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
  await until('the link is alive', async () => {
    const { body } = await services[0].call('GET', `/connections/${connectionId}`);
    return (body.link as { state?: string } | null)?.state === 'connected';
  });
  hotel.checkIn({ room: '204', lastName: 'Huber', firstName: 'Anna' });
  await until('the account is there', async () => {
    const { body } = await services[0].call('GET', '/users?filter[username]=204-huber');
    return body._embedded?.users.length === 1;
  });

  // The page comes from the process that does not hold the link.
  const holding = await until('the link is held', () => holder(connectionId));
  const other = services.find((each) => each !== holding) as RunningService;
  const call = (path: string, fields?: Record<string, string>) =>
    browse(Number(new URL(other.url).port), { url: new URL(path, other.url).href, mac: '', fields });
  const challenge = '00112233445566778899aabbccddeeff';
  const mac = 'AA-BB-CC-00-00-01';
  const query = new URLSearchParams({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge, mac });
  const [form] = formsIn((await call(`/p/lobby?${query}`)).text);
  const [paid] = formsIn((await call('/p/lobby', { ...form.fields, room: '204', surname: 'Huber' })).text);
  const [confirm] = formsIn((await call(paid.action, paid.fields)).text);
  hotel.verdictOnCharges = () => null;
  const sent = await call(confirm.action, confirm.fields);
  await until('the hotel has the charge', () => hotel.charges.length === 1);

  await holding.kill();
  await until(
    'the other process has the link',
    async () => (await holder(connectionId)) === other && hotel.ifc.isAlive,
  );
  expect((await call(sent.location)).text).toContain('http-equiv="refresh"');
  hotel.ifc.sayCharged('204', hotel.charges[0].number, 'OK');
  const page = await until('the page goes on', async () => {
    const found = await call(sent.location);
    return found.status === 303 && found;
  });
  expect(unescaped(page.location)).toContain('http://10.1.0.1:3990/logon');
  expect(hotel.charges).toHaveLength(1);
});
