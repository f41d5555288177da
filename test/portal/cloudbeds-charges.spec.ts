import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { open } from '../connector-contract/session.js';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { PaidLobby } from './paying-on-the-room.js';

/** A guest of a hotel with Cloudbeds pays on her room, by what a vendor file says of charges. */
const place = new URL('../../src/connectors/pms/cloudbeds/vendor.yaml', import.meta.url);
const file = readVendor(readFileSync(place, 'utf8')).file!;
let cloudbeds: VendorSimulator;
let house: Connected;
let lobby: PaidLobby;
const names = ['Huber', 'Gesperrt', 'Verloren', 'Stumm', 'Frueher', 'Fort'];
const keys = new Map<string, string>();
const roomOf = (name: string) => String(101 + names.indexOf(name));

beforeAll(async () => {
  cloudbeds = await VendorSimulator.start(file);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  for (const name of names) {
    const key = cloudbeds.records.add({
      '/guestFirstName': 'Anna',
      '/guestLastName': name,
      '/roomName': roomOf(name),
      '/startDate': day(-1),
      '/endDate': day(2),
      '/statusDate': `${day(-1)} 12:00:00`,
    });
    keys.set(name, key);
  }
  const { api_key: apiKey, ...settings } = cloudbeds.settings;
  house = await connected({
    connector: 'cloudbeds',
    settings,
    secrets: { api_key: apiKey },
    access: { preset: 'hotel-enterprise' },
  });
  lobby = await PaidLobby.open(house, names.length);
});
afterEach(() => {
  for (const fault of Object.keys(cloudbeds.faults)) delete cloudbeds.faults[fault as 'silent'];
  cloudbeds.charges.refuses = undefined;
});
afterAll(async () => {
  await house?.close();
  await cloudbeds?.stop();
});

const posted = () => cloudbeds.asked.filter((each) => each.startsWith('POST'));
const chargesOf = (name: string) =>
  cloudbeds.charges.booked.filter((charge) => [charge.key_1, charge.key_2, charge.key_3].join('/') === keys.get(name));
const postingsOf = (name: string) => lobby.postingsOf(roomOf(name));
const paysOf = (name: string) => lobby.pays(roomOf(name), name);
const outcomeFor = async (name: string) => lobby.outcome(await paysOf(name));

test('what a guest accepts is on the bill of her reservation as a custom item, and she is in', async () => {
  const page = await outcomeFor('Huber');
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('/logon')]);
  expect(chargesOf('Huber')).toEqual([
    expect.objectContaining({ item: 'Fast', net: '4.08', tax: '0.82', tax_name: 'MwSt', number: '1' }),
  ]);
  expect(posted()).toEqual(['POST /api/v1.3/postCustomItem']);
  expect(await lobby.paidBy('Huber')).toEqual([expect.objectContaining({ tier: 'Fast', pay: 'room' })]);
});

test('a hotel that names no tax has the price as it is on its bills, and no tax', async () => {
  const { charge_tax_name: _name, ...settings } = cloudbeds.settings;
  const { connector } = open(vendorDefinition(file), { settings });
  const charge = {
    number: 99,
    room: '101',
    reservation: keys.get('Huber') ?? null,
    amount: 490,
    currency: 'EUR',
    item: 'Fast',
  };
  expect(await connector.charges?.charge?.(charge, AbortSignal.timeout(10_000))).toMatchObject({ status: 'accepted' });
  expect(cloudbeds.charges.booked.at(-1)).toEqual(expect.objectContaining({ net: '4.9', number: '99' }));
  expect(cloudbeds.charges.booked.at(-1)).not.toHaveProperty('tax');
  cloudbeds.charges.booked.pop();
});

test('success: false gives nothing; the guest is told so, and the hotel reads the words of Cloudbeds', async () => {
  cloudbeds.charges.refuses = 'unhealthy';
  const page = await outcomeFor('Gesperrt');
  expect(page.text).toContain('reception');
  expect(await lobby.paidBy('Gesperrt')).toEqual([]);
  expect(chargesOf('Gesperrt')).toEqual([]);
  expect(await postingsOf('Gesperrt')).toMatchObject([{ status: 'refused', reason: 'refused', code: 'simulated' }]);
});

test('a charge that was booked before its answer broke is told again by its reference, and booked once', async () => {
  cloudbeds.faults.lostCharges = 1;
  expect((await outcomeFor('Verloren')).location).toContain('/logon');
  expect(chargesOf('Verloren')).toHaveLength(1);
  expect(await postingsOf('Verloren')).toMatchObject([{ status: 'accepted' }]);
});

test('what breaks off twice is unclear: nobody is in for it, and somebody looks it up', async () => {
  cloudbeds.faults.lostCharges = 2;
  expect((await outcomeFor('Stumm')).location).toBe('');
  expect(await postingsOf('Stumm')).toMatchObject([{ status: 'unclear', code: '502' }]);
  expect(await lobby.paidBy('Stumm')).toEqual([]);
  expect(chargesOf('Stumm')).toHaveLength(1);
});

test('asked to wait, the charge is told a moment later, once', async () => {
  const before = posted().length;
  Object.assign(cloudbeds.faults, { status: 429, retryAfterSeconds: 1 });
  const waiting = await paysOf('Frueher');
  await eventually('it was told once', () => posted().length > before);
  delete cloudbeds.faults.status;
  expect((await lobby.outcome(waiting)).location).toContain('/logon');
  expect(chargesOf('Frueher')).toHaveLength(1);
});

test('who has left a moment ago is charged by nobody', async () => {
  cloudbeds.records.remove(keys.get('Fort')!);
  expect((await outcomeFor('Fort')).location).toBe('');
  expect(await postingsOf('Fort')).toMatchObject([{ status: 'refused' }]);
});

test('the test of the connection says that rooms are charged, and what that needs', async () => {
  expect(await lobby.chargeCheck()).toMatchObject({ ok: true, detail: expect.stringContaining('Write item') });
});

test('a guest who moves to another room is the same guest there, and has what she paid for', async () => {
  const accounts = Object.keys(await house.accounts()).length;
  cloudbeds.records.change(keys.get('Huber')!, { '/roomID': '512044-99', '/roomName': '299' });
  await house.scan();
  await eventually('her account is of the other room', async () => '299-huber' in (await house.accounts()));
  expect(Object.keys(await house.accounts())).toHaveLength(accounts);
  expect((await lobby.outcome(await lobby.signsIn('299', 'Huber'))).location).toContain('/logon');
  expect(chargesOf('Huber')).toHaveLength(1);
});
