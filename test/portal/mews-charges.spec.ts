import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { PaidLobby } from './paying-on-the-room.js';

/** A guest of a hotel with Mews pays on her room: from the page over the API of Mews to her registration. */
let mews: MewsSimulator;
let house: Connected;
let lobby: PaidLobby;
let rooms = 0;
const names = ['Huber', 'Gesperrt', 'Stumm', 'Frueher', 'Aus'];
const hour = 3_600_000;

interface Guest {
  readonly room: string;
  readonly name: string;
  readonly reservationId: string;
  readonly customerId: string;
}
const guests = new Map<string, Guest>();

beforeAll(async () => {
  mews = await MewsSimulator.start({ rooms: names.map((_, index) => String(101 + index)) });
  for (const name of names) {
    const room = String(101 + rooms);
    rooms += 1;
    const [arrival, departure] = [new Date(Date.now() - hour), new Date(Date.now() + 48 * hour)];
    const guest = { firstName: 'Anna', lastName: name };
    const reservationId = mews.hotel.book({ guest, room, arrival, departure });
    mews.hotel.checkIn(reservationId);
    guests.set(name, { room, name, reservationId, customerId: mews.hotel.customerOf(reservationId) });
  }
  house = await connected({
    connector: 'mews',
    settings: {
      base_url: mews.url,
      charge_currency: 'EUR',
      charge_service_id: mews.hotel.internetServiceId,
      charge_tax_code: 'AT-S',
    },
    secrets: { client_token: mews.clientToken, access_token: mews.accessToken },
    access: { preset: 'hotel-enterprise' },
  });
  lobby = await PaidLobby.open(house, names.length);
});
afterEach(() => {
  for (const fault of Object.keys(mews.faults)) delete mews.faults[fault as 'silent'];
});
afterAll(async () => {
  await house?.close();
  await mews?.stop();
});

const ordersOf = ({ customerId }: Guest) => mews.hotel.orders.filter(({ AccountId }) => AccountId === customerId);

const pays = ({ room, name }: Guest) => lobby.pays(room, name);
const outcomeFor = async (guest: Guest) => lobby.outcome(await pays(guest));

test('what a guest accepts is on her bill in Mews, linked to her reservation, and she is in', async () => {
  const anna = guests.get('Huber')!;
  const page = await outcomeFor(anna);
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('/logon')]);
  expect(ordersOf(anna)).toEqual([
    expect.objectContaining({
      ServiceId: mews.hotel.internetServiceId,
      AccountId: anna.customerId,
      LinkedReservationId: anna.reservationId,
      Items: [
        {
          Name: 'Fast',
          UnitCount: 1,
          UnitAmount: { Currency: 'EUR', GrossValue: 4.9, TaxCodes: ['AT-S'] },
          ExternalIdentifier: expect.stringMatching(/^wifi-\d+$/),
        },
      ],
    }),
  ]);
  expect(await lobby.paidBy('Huber')).toContainEqual(
    expect.objectContaining({ tier: 'Fast', price: 490, pay: 'room' }),
  );
});

test('a closed account gives nothing, and the guest is told so', async () => {
  const closed = guests.get('Gesperrt')!;
  mews.hotel.closedAccounts.add(closed.customerId);
  const page = await outcomeFor(closed);
  expect(page.text).toContain('Nothing can be charged to this room');
  expect(await lobby.paidBy('Gesperrt')).toEqual([]);
});

test('what Mews has never answered is not sent again: it may be on the bill, and somebody looks it up', async () => {
  const unsure = guests.get('Stumm')!;
  Object.assign(mews.faults, { silent: true, operation: 'orders/add' });
  await pays(unsure);
  await eventually('nobody knows', async () => (await lobby.postingsOf(unsure.room))[0]?.status === 'unclear');
  expect(ordersOf(unsure)).toHaveLength(1);
  const { _embedded } = await house.world.made(200, 'GET', '/alerts?filter[event]=posting.unclear');
  expect(_embedded.alerts).toHaveLength(1);
  expect(await lobby.paidBy('Stumm')).toEqual([]);
});

test('asked to wait, the charge is told a moment later, once', async () => {
  const early = guests.get('Frueher')!;
  Object.assign(mews.faults, { status: 429, operation: 'orders/add', times: 1, retryAfterSeconds: 1 });
  expect((await outcomeFor(early)).location).toContain('/logon');
  expect(ordersOf(early)).toHaveLength(1);
});

test('an answer that says nothing of the order is unclear, whatever its status', async () => {
  const broken = guests.get('Aus')!;
  Object.assign(mews.faults, { status: 502, operation: 'orders/add' });
  const page = await outcomeFor(broken);
  expect(page.location).toBe('');
  expect(await lobby.postingsOf(broken.room)).toMatchObject([{ status: 'unclear', code: '502' }]);
});

test('the test of the connection says whether the service can be sold', async () => {
  const path = `/connections/${house.connectionId}`;
  const checkOf = async () => {
    const { checks } = await house.world.made(200, 'POST', `${path}/test`);
    return (checks as { name: string; ok: boolean; detail: string }[]).find(({ name }) => name === 'charges');
  };
  expect(await checkOf()).toMatchObject({ ok: true });
  const { settings } = await house.world.made(200, 'GET', path);
  const stays = { ...settings, charge_service_id: mews.hotel.stayServiceId };
  await house.world.made(200, 'PATCH', path, { body: { settings: stays } });
  expect(await checkOf()).toMatchObject({ ok: false, detail: 'It is not an active additional service' });
});
