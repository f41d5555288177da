import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

/** Days at a front desk as the interface tells them, and what an operator reads of them: accounts, names, ends. */
let service: WorkingService;
let hotel: SimulatedHotel;
let house: Connected;

beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

beforeEach(async () => {
  hotel = new SimulatedHotel();
  await hotel.start();
  house = await service.connected({
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', site: 'lindenhof' },
    access: { preset: 'hotel-enterprise' },
  });
  await until('the link is up', () => hotel.ifc.isAlive);
});
afterEach(async () => {
  await house.close();
  await hotel.stop();
});

interface Account {
  readonly id: string;
  readonly username: string;
  readonly valid_until: string;
}

async function account(username: string): Promise<Account> {
  const filter = `filter[username]=${encodeURIComponent(username)}`;
  const { _embedded } = (await house.world.made(200, 'GET', `/users?${filter}`)) as {
    _embedded: { users: Account[] };
  };
  return _embedded.users[0];
}

const isOpenUntil = (username: string, day: string) =>
  until(`${username} is open until ${day}`, async () => (await account(username)).valid_until.startsWith(day));

test('two guests swap rooms, then two of the same surname do; who checks out is the one who left', async () => {
  const jana = hotel.checkIn({ room: '412', lastName: 'Nováková' });
  const sean = hotel.checkIn({ room: '0518', lastName: "O'Brien" });
  await house.become({ '412-novakova': 'enabled', '0518-obrien': 'enabled' });
  hotel.move(jana, '0518');
  hotel.move(sean, '412');
  const others = { '0518-novakova': 'enabled', '412-obrien': 'enabled' };
  await house.become(others);
  const eva = hotel.checkIn({ room: '101A', lastName: 'Berg' });
  const otto = hotel.checkIn({ room: '102B', lastName: 'Berg' });
  await house.become({ ...others, '101A-berg': 'enabled', '102B-berg': 'enabled' });
  hotel.move(eva, '102B');
  hotel.move(otto, '101A');
  hotel.checkOut(eva);
  await house.become({ ...others, '101A-berg': 'enabled', '102B-berg': 'disabled' });
});

test('of two in a room one moves out and one leaves; the corrected name is the account’s', async () => {
  const jana = hotel.checkIn({ room: '412', lastName: 'Novakova', firstName: 'Jana' });
  const sean = hotel.share(jana, { lastName: "O'Brien" });
  const eva = hotel.share(jana, { lastName: 'Berg' });
  await house.become({ '412-novakova': 'enabled', '412-obrien': 'enabled', '412-berg': 'enabled' });
  const before = await account('412-novakova');
  hotel.change(jana, { lastName: 'Nováková-Králová' });
  hotel.move(sean, '414');
  hotel.checkOut(eva);
  const after = { '412-novakova-kralova': 'enabled', '414-obrien': 'enabled', '412-berg': 'disabled' };
  await house.become(after);
  expect((await account('412-novakova-kralova')).id).toBe(before.id);
  hotel.move(jana, '414');
  hotel.nightAudit();
  await house.become({ '414-novakova-kralova': 'enabled', '414-obrien': 'enabled', '412-berg': 'disabled' });
});

test('a stay is made longer and shorter; a check-out that is undone gives the same account back', async () => {
  const jana = hotel.checkIn({ room: '412', lastName: 'Novak' });
  await house.become({ '412-novak': 'enabled' });
  const { id } = await account('412-novak');
  hotel.extend(jana, hotel.day(5));
  await isOpenUntil('412-novak', hotel.day(5));
  hotel.extend(jana, hotel.day(1));
  await isOpenUntil('412-novak', hotel.day(1));
  hotel.checkOut(jana);
  await house.become({ '412-novak': 'disabled' });
  hotel.reinstate(jana);
  await house.become({ '412-novak': 'enabled' });
  expect((await account('412-novak')).id).toBe(id);
  await isOpenUntil('412-novak', hotel.day(1));
  const { past, to_come: toCome } = (await house.world.made(200, 'GET', `/users/${id}/timeline`)) as {
    past: { kind: string }[];
    to_come: { kind: string }[];
  };
  const kinds = past.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['first_heard', 'check_in', 'create_user', 'change_user']));
  expect(kinds.filter((kind) => kind === 'message')).toHaveLength(5);
  expect(toCome.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['access_ends', 'account_disabled']));
});

test('a guest stays on under another reservation, in the same room and in another', async () => {
  const first = hotel.checkIn({ room: '412', lastName: 'Novak', nights: 0 });
  await house.become({ '412-novak': 'enabled' });
  const { id } = await account('412-novak');
  hotel.checkOut(first);
  const second = hotel.checkIn({ room: '412', lastName: 'Novak', nights: 2 });
  await isOpenUntil('412-novak', hotel.day(2));
  await house.become({ '412-novak': 'enabled' });
  expect((await account('412-novak')).id).toBe(id);
  hotel.checkIn({ room: '518', lastName: 'Novak', nights: 4 });
  hotel.checkOut(second);
  await house.become({ '412-novak': 'disabled', '518-novak': 'enabled' });
  // Nobody told that the guest before had left.
  hotel.leaveUnnoticed(hotel.house.inRoom('518')[0].reservation);
  hotel.checkIn({ room: '518', lastName: 'Berg' });
  await house.become({ '412-novak': 'disabled', '518-novak': 'disabled', '518-berg': 'enabled' });
});

test('a walk-in without a name has no account until there is one, and the rest of the day goes on', async () => {
  const nobody = hotel.checkIn({ room: '601', lastName: '' });
  hotel.checkInParty(3, 'LIN2605', 602);
  const party = { '602-traveller1': 'enabled', '603-traveller2': 'enabled', '604-traveller3': 'enabled' };
  await house.become(party);
  hotel.change(nobody, { lastName: 'Kral' });
  await house.become({ ...party, '601-kral': 'enabled' });
});

test('guests move, come and go in the middle of a full list', async () => {
  const [jana, sean, eva] = ['Novak', 'Obrien', 'Berg'].map((lastName, index) =>
    hotel.checkIn({ room: String(410 + index), lastName }),
  );
  const unnoticed = hotel.checkIn({ room: '420', lastName: 'Gone' });
  await house.become({
    '410-novak': 'enabled',
    '411-obrien': 'enabled',
    '412-berg': 'enabled',
    '420-gone': 'enabled',
  });
  hotel.leaveUnnoticed(unnoticed);
  hotel.ifc.betweenListRecords = (index) => {
    if (index > 0) return;
    // The list still has them as they were when it began.
    hotel.move(eva, '410');
    hotel.move(jana, '412');
    hotel.checkOut(sean);
    hotel.checkIn({ room: '430', lastName: 'Kral' });
  };
  await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, { body: { mode: 'full' } });
  await house.become({
    '412-novak': 'enabled',
    '411-obrien': 'disabled',
    '410-berg': 'enabled',
    '420-gone': 'disabled',
    '430-kral': 'enabled',
  });
});
