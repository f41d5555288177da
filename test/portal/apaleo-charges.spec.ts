import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';
import { PaidLobby } from './paying-on-the-room.js';

/** A guest of a hotel with apaleo pays on her room: from the page to the main folio of her reservation. */
let apaleo: ApaleoSimulator;
let house: Connected;
let lobby: PaidLobby;
const names = ['Huber', 'Gesperrt', 'Verloren', 'Stumm', 'Frueher'];
const reservations = new Map<string, string>();
const roomOf = (name: string) => String(101 + names.indexOf(name));
const hour = 3_600_000;

beforeAll(async () => {
  apaleo = await ApaleoSimulator.start();
  const [arrival, departure] = [new Date(Date.now() - hour), new Date(Date.now() + 48 * hour)];
  for (const name of names) {
    const guest = { firstName: 'Anna', lastName: name };
    const id = apaleo.office.book({ guest, unit: roomOf(name), arrival, departure });
    apaleo.office.checkIn(id);
    reservations.set(name, id);
  }
  house = await connected({
    connector: 'apaleo',
    settings: {
      base_url: apaleo.url,
      identity_url: apaleo.url,
      client_id: apaleo.clientId,
      property_id: 'LIND',
      charge_currency: 'EUR',
      charge_sub_account_id: 'LIND-WIFI',
    },
    secrets: { client_secret: apaleo.clientSecret },
    access: { preset: 'hotel-enterprise' },
  });
  lobby = await PaidLobby.open(house, names.length);
});
afterEach(() => {
  for (const fault of Object.keys(apaleo.faults)) delete apaleo.faults[fault as 'silent'];
});
afterAll(async () => {
  await house?.close();
  await apaleo?.stop();
});

const postingsOf = (name: string) => lobby.postingsOf(roomOf(name));
const chargesOf = (name: string) =>
  apaleo.folios.charges.filter(({ reservationId }) => reservationId === reservations.get(name));

const outcomeFor = async (name: string) => lobby.outcome(await lobby.pays(roomOf(name), name));

test('what a guest accepts is on the main folio of her reservation, and she is in', async () => {
  const page = await outcomeFor('Huber');
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('/logon')]);
  const charge = {
    serviceType: 'Other',
    vatType: 'Normal',
    subAccountId: 'LIND-WIFI',
    name: 'Fast',
    amount: { amount: 4.9, currency: 'EUR' },
    receipt: expect.stringMatching(/^wifi-\d+$/),
  };
  expect(chargesOf('Huber')).toEqual([expect.objectContaining({ charge })]);
  expect(await lobby.paidBy('Huber')).toHaveLength(1);
});

test('a folio that is closed gives nothing, and the guest is told so', async () => {
  apaleo.folios.closed.add(reservations.get('Gesperrt')!);
  const page = await outcomeFor('Gesperrt');
  expect(page.text).toContain('Nothing can be charged to this room');
  expect(await lobby.paidBy('Gesperrt')).toEqual([]);
});

test('a charge that was booked before its answer broke is told again by the same key, and booked once', async () => {
  Object.assign(apaleo.faults, { charges: 'booked', status: 502, times: 1 });
  expect((await outcomeFor('Verloren')).location).toContain('/logon');
  expect(chargesOf('Verloren')).toHaveLength(1);
  expect(await postingsOf('Verloren')).toMatchObject([{ status: 'accepted' }]);
});

test('what apaleo breaks off twice is unclear, and somebody looks it up', async () => {
  Object.assign(apaleo.faults, { charges: 'refused', status: 502 });
  expect((await outcomeFor('Stumm')).location).toBe('');
  expect(await postingsOf('Stumm')).toMatchObject([{ status: 'unclear', code: '502' }]);
  expect(await lobby.paidBy('Stumm')).toEqual([]);
});

test('asked to wait, the charge is told a moment later, once', async () => {
  Object.assign(apaleo.faults, { charges: 'refused', status: 429, times: 1, retryAfterSeconds: 1 });
  expect((await outcomeFor('Frueher')).location).toContain('/logon');
  expect(chargesOf('Frueher')).toHaveLength(1);
});

test('the test of the connection says whether folios can be read', async () => {
  const checkOf = async () => {
    const { checks } = await house.world.made(200, 'POST', `/connections/${house.connectionId}/test`);
    return (checks as { name: string; ok: boolean; remedy?: string }[]).find(({ name }) => name === 'charges');
  };
  expect(await checkOf()).toMatchObject({ ok: true });
  apaleo.withdrawn.add('folios');
  expect(await checkOf()).toMatchObject({ ok: false, remedy: expect.stringContaining('folios.read') });
});
