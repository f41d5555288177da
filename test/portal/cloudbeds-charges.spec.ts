import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { eventually } from '../kernel/manual-clock.js';
import { ChargedHouse, type PayingGuest } from './charged-house.js';

/** A guest of a hotel with Cloudbeds pays on her room, by what a vendor file says of charges. */
let cloudbeds: VendorSimulator;
let hotel: ChargedHouse;
const names = ['Huber', 'Gesperrt', 'Verloren', 'Stumm', 'Frueher', 'Fort'];
const guests = new Map<string, PayingGuest & { readonly key: string }>();
const guest = (surname: string) => guests.get(surname)!;

beforeAll(async () => {
  const file = new URL('../../src/connectors/pms/cloudbeds/vendor.yaml', import.meta.url);
  cloudbeds = await VendorSimulator.start(readVendor(readFileSync(file, 'utf8')).file!);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  for (const [index, surname] of names.entries()) {
    const room = String(101 + index);
    const key = cloudbeds.records.add({
      '/guestFirstName': 'Anna',
      '/guestLastName': surname,
      '/roomName': room,
      '/startDate': day(-1),
      '/endDate': day(2),
      '/statusDate': `${day(-1)} 12:00:00`,
    });
    guests.set(surname, { room, surname, key });
  }
  const { api_key: apiKey, ...settings } = cloudbeds.settings;
  hotel = await ChargedHouse.open({ connector: 'cloudbeds', settings, secrets: { api_key: apiKey } }, names.length);
});
afterEach(() => {
  for (const fault of Object.keys(cloudbeds.faults)) delete cloudbeds.faults[fault as 'silent'];
  cloudbeds.charges.refuses = undefined;
});
afterAll(async () => {
  await hotel?.close();
  await cloudbeds?.stop();
});

const posted = () => cloudbeds.asked.filter((each) => each.startsWith('POST'));
const chargesOf = ({ key }: { readonly key: string }) =>
  cloudbeds.charges.booked.filter((charge) => [charge.key_1, charge.key_2, charge.key_3].join('/') === key);

test('what a guest accepts is on the bill of her reservation as a custom item, and she is in', async () => {
  const anna = guest('Huber');
  const page = await hotel.outcome(await hotel.pays(anna));
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('/logon')]);
  expect(chargesOf(anna)).toEqual([expect.objectContaining({ item: 'Fast', amount: '4.9', number: '1' })]);
  expect(posted()).toEqual(['POST /api/v1.3/postCustomItem']);
  expect(await hotel.paidBy(anna)).toEqual([expect.objectContaining({ tier: 'Fast', pay: 'room' })]);
});

test('success: false gives nothing; the guest is told so, and the hotel reads the words of Cloudbeds', async () => {
  cloudbeds.charges.refuses = 'unhealthy';
  const page = await hotel.outcome(await hotel.pays(guest('Gesperrt')));
  expect(page.text).toContain('reception');
  expect(await hotel.paidBy(guest('Gesperrt'))).toEqual([]);
  expect(chargesOf(guest('Gesperrt'))).toEqual([]);
  expect(await hotel.postingsOf(guest('Gesperrt'))).toMatchObject([
    { status: 'refused', reason: 'refused', code: 'simulated' },
  ]);
});

test('a charge that was booked before its answer broke is told again by its reference, and booked once', async () => {
  cloudbeds.faults.lostCharges = 1;
  expect((await hotel.outcome(await hotel.pays(guest('Verloren')))).location).toContain('/logon');
  expect(chargesOf(guest('Verloren'))).toHaveLength(1);
  expect(await hotel.postingsOf(guest('Verloren'))).toMatchObject([{ status: 'accepted' }]);
});

test('what breaks off twice is unclear: nobody is in for it, and somebody looks it up', async () => {
  cloudbeds.faults.lostCharges = 2;
  expect((await hotel.outcome(await hotel.pays(guest('Stumm')))).location).toBe('');
  expect(await hotel.postingsOf(guest('Stumm'))).toMatchObject([{ status: 'unclear', code: '502' }]);
  expect(await hotel.paidBy(guest('Stumm'))).toEqual([]);
  expect(chargesOf(guest('Stumm'))).toHaveLength(1);
});

test('asked to wait, the charge is told a moment later, once', async () => {
  const before = posted().length;
  Object.assign(cloudbeds.faults, { status: 429, retryAfterSeconds: 1 });
  const waiting = await hotel.pays(guest('Frueher'));
  await eventually('it was told once', () => posted().length > before);
  delete cloudbeds.faults.status;
  expect((await hotel.outcome(waiting)).location).toContain('/logon');
  expect(chargesOf(guest('Frueher'))).toHaveLength(1);
});

test('who has left a moment ago is charged by nobody', async () => {
  cloudbeds.records.remove(guest('Fort').key);
  expect((await hotel.outcome(await hotel.pays(guest('Fort')))).location).toBe('');
  expect(await hotel.postingsOf(guest('Fort'))).toMatchObject([{ status: 'refused' }]);
});

test('the test of the connection says that rooms are charged, and what that needs', async () => {
  expect(await hotel.chargeCheck()).toMatchObject({ ok: true, detail: expect.stringContaining('Write item') });
});

test('a guest who moves to another room is the same guest there, and has what she paid for', async () => {
  const anna = guest('Huber');
  const accounts = Object.keys(await hotel.house.accounts()).length;
  cloudbeds.records.change(anna.key, { '/roomID': '512044-99', '/roomName': '299' });
  await hotel.house.scan();
  await eventually('her account is of the other room', async () => '299-huber' in (await hotel.house.accounts()));
  expect(Object.keys(await hotel.house.accounts())).toHaveLength(accounts);
  expect((await hotel.outcome(await hotel.signsIn({ ...anna, room: '299' }))).location).toContain('/logon');
  expect(chargesOf(anna)).toHaveLength(1);
});
