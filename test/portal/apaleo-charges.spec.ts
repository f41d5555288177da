import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';
import { browse, formsIn, unescaped } from './plain-browser.js';

/** A guest of a hotel with apaleo pays on her room: from the page to the main folio of her reservation. */
let apaleo: ApaleoSimulator;
let house: Connected;
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
  await house.scan();
  await eventually('everybody has an account', async () => Object.keys(await house.accounts()).length === names.length);
  const { id: networkId } = await made('/networks', { name: 'Guest' });
  const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
  const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'room' };
  await made('/captive-portals', {
    name: 'Lobby',
    slug: 'lobby',
    network_id: networkId,
    methods: ['room_surname'],
    tiers: [tier],
  });
  await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
});
afterEach(() => {
  for (const fault of Object.keys(apaleo.faults)) delete apaleo.faults[fault as 'silent'];
});
afterAll(async () => {
  await house?.close();
  await apaleo?.stop();
});

const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
const call = (path: string, fields?: Record<string, string>) =>
  browse(house.world.port, { url: `http://127.0.0.1:${house.world.port}${path}`, mac: '', fields });
const paidBy = async (lastName: string) =>
  (
    (await house.world.made(200, 'GET', `/registrations?filter[last_name]=${lastName}`))._embedded.registrations as {
      tier: string | null;
    }[]
  ).filter(({ tier }) => tier !== null);
const postingsOf = async (name: string) =>
  (await house.world.made(200, 'GET', `/room-postings?filter[room]=${roomOf(name)}`))._embedded.room_postings;
const chargesOf = (name: string) =>
  apaleo.folios.charges.filter(({ reservationId }) => reservationId === reservations.get(name));

/** Room and surname, the paid tier, and the price accepted: where the page waits. */
async function pays(name: string): Promise<string> {
  const room = roomOf(name);
  const query = new URLSearchParams({
    res: 'notyet',
    uamip: '10.1.0.1',
    uamport: '3990',
    challenge: '00112233445566778899aabbccddeeff',
    mac: `AA-BB-CC-00-01-${room.slice(1)}`,
  });
  const [form] = formsIn((await call(`/p/lobby?${query}`)).text);
  const [paid] = formsIn((await call('/p/lobby', { ...form.fields, room, surname: name })).text);
  const confirm = await call(paid.action, paid.fields);
  const [accepting] = formsIn(confirm.text);
  return (await call(accepting.action, accepting.fields)).location;
}

/** Follows the page as its refresh does, until it leads elsewhere. */
async function outcome(location: string) {
  let page = await call(location);
  await eventually('the page goes on', async () => {
    if (!/http-equiv="refresh"/.test(page.text)) return true;
    const [, next] = /url=([^"]+)"/.exec(page.text) ?? [];
    page = await call(unescaped(next));
    return false;
  });
  return page;
}

test('what a guest accepts is on the main folio of her reservation, and she is in', async () => {
  const page = await outcome(await pays('Huber'));
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
  expect(await paidBy('Huber')).toHaveLength(1);
});

test('a folio that is closed gives nothing, and the guest is told so', async () => {
  apaleo.folios.closed.add(reservations.get('Gesperrt')!);
  const page = await outcome(await pays('Gesperrt'));
  expect(page.text).toContain('Nothing can be charged to this room');
  expect(await paidBy('Gesperrt')).toEqual([]);
});

test('a charge that was booked before its answer broke is told again by the same key, and booked once', async () => {
  Object.assign(apaleo.faults, { charges: 'booked', status: 502, times: 1 });
  expect((await outcome(await pays('Verloren'))).location).toContain('/logon');
  expect(chargesOf('Verloren')).toHaveLength(1);
  expect(await postingsOf('Verloren')).toMatchObject([{ status: 'accepted' }]);
});

test('what apaleo breaks off twice is unclear, and somebody looks it up', async () => {
  Object.assign(apaleo.faults, { charges: 'refused', status: 502 });
  expect((await outcome(await pays('Stumm'))).location).toBe('');
  expect(await postingsOf('Stumm')).toMatchObject([{ status: 'unclear', code: '502' }]);
  expect(await paidBy('Stumm')).toEqual([]);
});

test('asked to wait, the charge is told a moment later, once', async () => {
  Object.assign(apaleo.faults, { charges: 'refused', status: 429, times: 1, retryAfterSeconds: 1 });
  expect((await outcome(await pays('Frueher'))).location).toContain('/logon');
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
