import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, connected } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { webhookToken } from './mews-rig.js';

/** A conference has one login for everybody who stays for it: made, moved and ended by its block in Mews. */
let mews: MewsSimulator;
let house: Connected;
let sent: ReturnType<MewsSimulator['postWebhooksTo']>;
let ids: string[];
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);
const rooms = ['101', '102', '103', '104', '105'];

beforeAll(async () => {
  mews = await MewsSimulator.start({ rooms });
  house = await connected({
    connector: 'mews',
    settings: { base_url: mews.url, block_names: true },
    secrets: { client_token: mews.clientToken, access_token: mews.accessToken, webhook_token: webhookToken },
    access: {
      preset: 'hotel',
      when: [
        { field: 'status', op: 'in', value: ['expected', 'in_house'] },
        { field: 'group_code', op: 'like', value: '% 2026' },
      ],
      username: '{{ group_code | slug }}',
      password: '{{ group_code | slug }}',
      group: [{ name: '{{ group_code }}' }],
      starts: { at: 'arrival', offset_seconds: 0 },
      ends: { at: 'departure', offset_seconds: 0, after_check_out_seconds: 0 },
      max_devices: 300,
    },
  });
  sent = mews.postWebhooksTo({ url: `${house.hookUrl}/${webhookToken}`, lagMilliseconds: 60_000 });
  await house.scan();
});
afterAll(async () => {
  await house?.close();
  await mews?.stop();
});

const users = async () =>
  (await house.world.made(200, 'GET', '/users?page_size=100'))._embedded.users as {
    username: string;
    disabled: number;
    max_devices: number | null;
    valid_until: string | null;
  }[];
const become = async (accounts: Readonly<Record<string, string>>) => {
  await sent.flush();
  await house.become(accounts);
};

test('the block of a conference makes its login; many guests have it, and others of the house do not', async () => {
  ids = rooms.map((room, index) =>
    mews.hotel.book({ guest: { lastName: `Guest${index}` }, room, arrival: inHours(-1), departure: inHours(48) }),
  );
  await become({});
  const came = arriving('mews');
  mews.hotel.blockFor('Dental 2026', ids.slice(0, 4));
  await become({ 'dental-2026': 'enabled' });
  came();
  for (const id of ids) mews.hotel.checkIn(id);
  await become({ 'dental-2026': 'enabled' });
  expect(await users()).toEqual([expect.objectContaining({ username: 'dental-2026', max_devices: 300 })]);
});

test('who leaves early ends it for nobody else, and it lasts as long as the last of them', async () => {
  mews.hotel.checkOut(ids[0]);
  await become({ 'dental-2026': 'enabled' });
  mews.hotel.extend(ids[1], inHours(96));
  await sent.flush();
  await house.scan();
  await until('it lasts as long as the longest stay', async () => {
    const [{ valid_until: last }] = await users();
    return Date.parse(String(last)) > Date.now() + 90 * hour;
  });
});

test('a conference whose days are moved waits for them', async () => {
  for (const id of ids.slice(1, 4)) mews.hotel.undoCheckIn(id);
  for (const id of ids.slice(1, 4)) mews.hotel.postpone(id, inHours(72), inHours(120));
  await become({ 'dental-2026': 'disabled' });
  for (const id of ids.slice(1, 4)) mews.hotel.postpone(id, inHours(-1), inHours(47));
  await become({ 'dental-2026': 'enabled' });
});

test('a block that is cancelled ends it', async () => {
  for (const id of ids.slice(1, 4)) mews.hotel.cancel(id);
  await become({ 'dental-2026': 'disabled' });
});

test('another conference in the same house has a login of its own', async () => {
  const id = mews.hotel.book({
    guest: { lastName: 'Berg' },
    room: '101',
    arrival: inHours(-1),
    departure: inHours(24),
  });
  mews.hotel.blockFor('Höhenmedizin 2026', [id]);
  await become({ 'dental-2026': 'disabled', 'hoehenmedizin-2026': 'enabled' });
});
