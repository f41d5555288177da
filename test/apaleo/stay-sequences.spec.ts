import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';
import { webhookToken } from './apaleo-rig.js';

/** Days at apaleo's front desk, told by its webhooks twice and in any order, and what an operator reads of them. */
let service: WorkingService;
let simulator: ApaleoSimulator;
let house: Connected;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

beforeEach(async () => {
  simulator = await ApaleoSimulator.start();
  house = await service.connected({
    connector: 'apaleo',
    settings: {
      base_url: simulator.url,
      identity_url: simulator.url,
      client_id: simulator.clientId,
      property_id: 'LIND',
      site: 'lindenhof',
    },
    secrets: { client_secret: simulator.clientSecret, webhook_token: webhookToken },
    access: { preset: 'hotel-enterprise' },
  });
  await simulator.subscribe({ url: `${house.hookUrl}/${webhookToken}`, duplicated: true });
});
afterEach(async () => {
  await simulator.stop();
  await house.close();
});

/** At noon, which is of the same day at the hotel. */
const inDays = (days: number) => new Date(Math.floor(Date.now() / 86_400_000 + days) * 86_400_000 + 43_200_000);
const guest = (lastName: string) => ({ firstName: 'Jana', lastName });
const stay = { arrival: new Date(), departure: inDays(3) };

function arrives(unit: string, lastName: string, ...others: string[]): string {
  const id = simulator.office.book({ guest: guest(lastName), others: others.map(guest), unit, ...stay });
  simulator.office.checkIn(id);
  return id;
}

async function account(username: string): Promise<{ id: string; valid_until: string }> {
  const { _embedded } = (await house.world.made(200, 'GET', `/users?filter[username]=${username}`)) as {
    _embedded: { users: { id: string; valid_until: string }[] };
  };
  return _embedded.users[0];
}

test('two guests swap rooms, then two of the same surname do; who checks out is the one who left', async () => {
  const { office } = simulator;
  const [jana, sean] = [arrives('412', 'Novak'), arrives('0518', 'Obrien')];
  const [eva, otto] = [arrives('101A', 'Berg'), arrives('102B', 'Berg')];
  await house.become({
    '412-novak': 'enabled',
    '0518-obrien': 'enabled',
    '101A-berg': 'enabled',
    '102B-berg': 'enabled',
  });
  office.move(jana, '0518');
  office.move(sean, '412');
  office.move(eva, '102B');
  office.move(otto, '101A');
  office.checkOut(eva);
  await house.become({
    '0518-novak': 'enabled',
    '412-obrien': 'enabled',
    '101A-berg': 'enabled',
    '102B-berg': 'disabled',
  });
});

test('a name is corrected, guests change places, one leaves: nobody gets the account of another', async () => {
  const { office } = simulator;
  const id = arrives('412', 'Novak', 'Obrien', 'Berg');
  await house.become({ '412-novak': 'enabled', '412-obrien': 'enabled', '412-berg': 'enabled' });
  const [jana, sean] = [await account('412-novak'), await account('412-obrien')];
  office.changeGuests(id, guest('Novak-Kralova'), [guest('Obrien'), guest('Berg')]);
  await house.become({ '412-novak-kralova': 'enabled', '412-obrien': 'enabled', '412-berg': 'enabled' });
  expect((await account('412-novak-kralova')).id).toBe(jana.id);
  office.changeGuests(id, guest('Obrien'), [guest('Novak-Kralova')]);
  await house.become({ '412-novak-kralova': 'enabled', '412-obrien': 'enabled', '412-berg': 'disabled' });
  expect((await account('412-obrien')).id).toBe(sean.id);
  office.checkOut(id);
  await house.become({ '412-novak-kralova': 'disabled', '412-obrien': 'disabled', '412-berg': 'disabled' });
});

test('longer, shorter, checked out early and corrected by support: the same account', async () => {
  const { office } = simulator;
  const id = arrives('412', 'Novak');
  await house.become({ '412-novak': 'enabled' });
  const { id: before } = await account('412-novak');
  for (const days of [5, 1]) {
    office.amend(id, inDays(days));
    const day = inDays(days).toISOString().slice(0, 10);
    await until(`open until ${day}`, async () => (await account('412-novak')).valid_until.startsWith(day));
  }
  office.checkOut(id);
  await house.become({ '412-novak': 'disabled' });
  office.change(id, 'changed', { status: 'InHouse', checkOutTime: undefined, departure: inDays(2).toISOString() });
  await house.become({ '412-novak': 'enabled' });
  expect((await account('412-novak')).id).toBe(before);
});

test('cancelled, no-show and deleted before the arrival; a guest of two reservations stays on', async () => {
  const { office } = simulator;
  const [cancelled, noShow, deleted] = ['Ant', 'Bee', 'Cat'].map((lastName, index) =>
    office.book({ guest: guest(lastName), unit: String(601 + index), ...stay }),
  );
  office.cancel(cancelled);
  office.noShow(noShow);
  office.remove(deleted);
  const first = arrives('412', 'Novak');
  await house.become({ '412-novak': 'enabled' });
  const next = office.book({ guest: guest('Novak'), unit: '412', arrival: new Date(), departure: inDays(6) });
  office.checkOut(first);
  office.checkIn(next);
  const day = inDays(6).toISOString().slice(0, 10);
  await until('open until the end of the second', async () => (await account('412-novak')).valid_until.startsWith(day));
  await house.become({ '412-novak': 'enabled' });
  office.remove(next);
  await house.become({ '412-novak': 'disabled' });
});
