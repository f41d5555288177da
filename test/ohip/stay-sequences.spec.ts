import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { OhipSimulator } from '../simulators/ohip/ohip-simulator.js';

/** Days at OPERA Cloud's front desk, read by its business events, and what an operator reads of them. */
let service: WorkingService;
let simulator: OhipSimulator;
let house: Connected;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

beforeEach(async () => {
  simulator = await OhipSimulator.start();
  house = await service.connected({ ...simulator.connection, access: { preset: 'hotel-enterprise' } });
  await house.scan();
});
afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const guest = (surname: string) => ({ givenName: 'Jana', surname });
const dates = { arrivalDate: day(0), departureDate: day(3) };

function arrives(room: string, surname: string, accompanying: string[] = []): string {
  const id = simulator.desk.book(guest(surname), { room, ...dates, accompanying: accompanying.map(guest) });
  simulator.desk.checkIn(id);
  return id;
}

/** What happened since is polled; then the accounts are these. */
async function becomes(accounts: Readonly<Record<string, string>>): Promise<void> {
  const { id } = (await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
    body: { mode: 'incremental' },
  })) as { id: string };
  await until('the poll ends', async () => {
    const run = (await house.world.made(200, 'GET', `/runs/${id}`)) as { status: string };
    return !['queued', 'running'].includes(run.status);
  });
  await house.become(accounts);
}

async function account(username: string): Promise<{ id: string; valid_until: string }> {
  const { _embedded } = (await house.world.made(200, 'GET', `/users?filter[username]=${username}`)) as {
    _embedded: { users: { id: string; valid_until: string }[] };
  };
  return _embedded.users[0];
}

test('two guests swap rooms, then two of the same surname do; who checks out is the one who left', async () => {
  const { desk } = simulator;
  const [jana, sean] = [arrives('412', 'Novak'), arrives('0518', 'Obrien')];
  const [eva, otto] = [arrives('101A', 'Berg'), arrives('102B', 'Berg')];
  await becomes({ '412-novak': 'enabled', '0518-obrien': 'enabled', '101A-berg': 'enabled', '102B-berg': 'enabled' });
  desk.change(jana, { room: '0518' });
  desk.change(sean, { room: '412' });
  desk.change(eva, { room: '102B' });
  await becomes({ '0518-novak': 'enabled', '412-obrien': 'enabled', '102B-berg': 'enabled', '101A-berg': 'disabled' });
  desk.change(otto, { room: '101A' });
  desk.checkOut(eva);
  await becomes({ '0518-novak': 'enabled', '412-obrien': 'enabled', '101A-berg': 'enabled', '102B-berg': 'disabled' });
});

test('a sharer moves out, a companion is taken off, a name is corrected: the accounts stay theirs', async () => {
  const { desk } = simulator;
  const first = arrives('412', 'Novak', ['Ant', 'Bee']);
  const second = desk.book(guest('Obrien'), dates);
  desk.join(second, first);
  desk.checkIn(second);
  await becomes({ '412-novak': 'enabled', '412-ant': 'enabled', '412-bee': 'enabled', '412-obrien': 'enabled' });
  const [jana, bee] = [await account('412-novak'), await account('412-bee')];
  const booked = desk.reservations.get(first)!;
  booked.accompanying.shift();
  (booked.guest as { surname: string }).surname = 'Novak-Kralova';
  desk.become(first, 'InHouse', 'UPDATE RESERVATION');
  booked.shares.clear();
  desk.reservations.get(second)!.shares.clear();
  desk.change(second, { room: '414' });
  const after = {
    '412-novak-kralova': 'enabled',
    '412-ant': 'disabled',
    '412-bee': 'enabled',
    '414-obrien': 'enabled',
  };
  await becomes(after);
  expect((await account('412-novak-kralova')).id).toBe(jana.id);
  expect((await account('412-bee')).id).toBe(bee.id);
});

test('longer and shorter; checked out and taken back; due out and late', async () => {
  const { desk } = simulator;
  const id = arrives('412', 'Novak');
  await becomes({ '412-novak': 'enabled' });
  const { id: before } = await account('412-novak');
  for (const days of [5, 1]) {
    desk.change(id, { departureDate: day(days) });
    await becomes({ '412-novak': 'enabled' });
    await until('the end', async () => (await account('412-novak')).valid_until.startsWith(day(days)));
  }
  desk.become(id, 'DueOut', 'UPDATE RESERVATION');
  await becomes({ '412-novak': 'enabled' });
  desk.checkOut(id);
  await becomes({ '412-novak': 'disabled' });
  desk.become(id, 'DueOut', 'REVERSE CHECK OUT');
  await becomes({ '412-novak': 'enabled' });
  expect((await account('412-novak')).id).toBe(before);
});

test('cancelled and rolled back, no-show and reactivated, deleted; nameless, then named; a pseudo room', async () => {
  const { desk } = simulator;
  const [ant, bee, cat] = ['Ant', 'Bee', 'Cat'].map((name, index) =>
    desk.book(guest(name), { room: String(601 + index), ...dates }),
  );
  desk.become(ant, 'Cancelled', 'CANCEL');
  desk.become(bee, 'NoShow', 'NO SHOW');
  const walkIn = arrives('610', '');
  desk.change(arrives('9001', 'Master'), { roomType: 'PM' });
  await becomes({});
  desk.become(ant, 'Reserved', 'ROLLBACK CANCEL');
  desk.become(bee, 'Reserved', 'REACTIVATE NO SHOW');
  for (const id of [ant, bee, cat]) desk.checkIn(id);
  (desk.reservations.get(walkIn)!.guest as { surname: string }).surname = 'Kral';
  desk.become(walkIn, 'Walkin', 'UPDATE RESERVATION');
  await becomes({ '601-ant': 'enabled', '602-bee': 'enabled', '603-cat': 'enabled', '610-kral': 'enabled' });
  desk.reservations.delete(cat);
  desk.waiting.push({ moduleName: 'Reservation', actionType: 'DELETE RESERVATION', primaryKey: cat });
  await becomes({ '601-ant': 'enabled', '602-bee': 'enabled', '603-cat': 'disabled', '610-kral': 'enabled' });
});
