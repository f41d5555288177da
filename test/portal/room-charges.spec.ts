import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { PaymentSweep } from '../../src/portal/payments/payment-sweep.js';
import { RoomPayments } from '../../src/portal/payments/room-payments.js';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { browse, formsIn, unescaped } from './plain-browser.js';

let hotel: SimulatedHotel;
let house: Connected;
let groupId: string;
let portalId: string;
let rooms = 200;

const day = 86_400;
const tier = () => ({ name: 'Fast', price: 490, currency: 'EUR', group: groupId, duration: day, pay: 'room' });

beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  house = await connected({
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', charge_currency: 'EUR' },
    access: { preset: 'hotel-enterprise' },
  });
  const { id: networkId } = await made('/networks', { name: 'Guest' });
  ({ id: groupId } = await made('/user-groups', { name: 'Fast guests', policy: {} }));
  const portal = {
    name: 'Lobby',
    slug: 'lobby',
    network_id: networkId,
    methods: ['room_surname', 'remembered'],
    remember_days: 30,
    tiers: [tier()],
  };
  ({ id: portalId } = await made('/captive-portals', portal));
  await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
  await eventually('the link is alive', () => hotel.ifc.isAlive);
});
afterEach(() => {
  hotel.verdictOnCharges = undefined;
});
afterAll(async () => {
  await house?.close();
  await hotel?.stop();
});

const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
const made202 = (path: string, body: object) => house.world.made(202, 'POST', path, { body });
const listed = async (path: string, name: string) => (await house.world.made(200, 'GET', path))._embedded[name];
const registrations = (lastName: string): Promise<Record<string, unknown>[]> =>
  listed(`/registrations?filter[last_name]=${lastName}&sort=created_at:asc`, 'registrations');

interface Guest {
  readonly room: string;
  readonly name: string;
  readonly reservation: string;
  readonly mac: string;
}

async function guest(name: string, more: { noPost?: boolean } = {}): Promise<Guest> {
  const room = String((rooms += 1));
  const reservation = hotel.checkIn({ room, lastName: name, firstName: 'Anna', ...more });
  await eventually('the account is there', async () =>
    Object.keys(await house.accounts()).includes(`${room}-${name}`.toLowerCase()),
  );
  return { room, name, reservation, mac: `aa:bb:cc:00:00:${(rooms % 100).toString().padStart(2, '0')}` };
}

const call = (path: string, fields?: Record<string, string>) =>
  browse(house.world.port, { url: `http://127.0.0.1:${house.world.port}${path}`, mac: '', fields });

/** What comes after room and surname. */
async function signIn({ room, name, mac }: Guest, device = mac) {
  const dashed = device.replaceAll(':', '-').toUpperCase();
  const query = new URLSearchParams({
    res: 'notyet',
    uamip: '10.1.0.1',
    uamport: '3990',
    challenge: '00112233445566778899aabbccddeeff',
    mac: dashed,
  });
  const form = formsIn((await call(`/p/lobby?${query}`)).text).find(({ fields }) => fields.by === 'room_surname');
  return call('/p/lobby', { ...form!.fields, room, surname: name });
}

const buttonsOf = (html: string) => [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => unescaped(text));
const said = (html: string) =>
  [...html.matchAll(/<p dir="auto">([^<]*)</g)].map(([, text]) => unescaped(text)).join(' ');

async function chooseTier(guest: Guest) {
  const choice = await signIn(guest);
  const [paid] = formsIn(choice.text);
  return call(paid.action, paid.fields);
}

async function accept(confirm: { text: string }): Promise<string> {
  const [form] = formsIn(confirm.text);
  const sent = await call(form.action, form.fields);
  expect(sent.status).toBe(303);
  return sent.location;
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

/** Row-level security shows the tables to no other way. */
const rows = (sql: string, ...values: unknown[]) =>
  house.world.fresh.database.query(systemContext(everyOrganization, 'test'), statement('', sql), values);

const offer = (offered: object) =>
  house.world.made(200, 'PATCH', `/captive-portals/${portalId}`, { body: { tiers: [offered] } });

/** Its number, once the hotel system has it. */
async function chargeOf({ room }: Guest): Promise<string> {
  const charges = () => hotel.charges.filter((each) => each.room === room);
  await eventually('it is charged', () => charges().length > 0);
  return charges()[0].number;
}

const isBooked = async ({ room }: Guest) =>
  (await rows("select 1 from room_postings where room = $1 and status = 'accepted'", room)).length > 0;

const alarms = async () =>
  (await listed('/alerts?filter[event]=posting.unclear', 'alerts')) as Record<string, unknown>[];

test('a guest chooses, accepts the price, and is in by what was paid once the hotel has booked it', async () => {
  const anna = await guest('Huber');
  const choice = await signIn(anna);
  expect([choice.status, buttonsOf(choice.text)]).toEqual([200, ['Fast · 1 day · €4.90', 'Continue for free']]);
  const [paid] = formsIn(choice.text);
  const confirm = await call(paid.action, paid.fields);
  expect(said(confirm.text)).toBe(`Fast · 1 day · €4.90 €4.90 will be charged to room ${anna.room}.`);
  expect(hotel.charges).toEqual([]);
  const page = await outcome(await accept(confirm));
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('http://10.1.0.1:3990/logon')]);
  expect(hotel.charges).toEqual([{ room: anna.room, amount: 490, number: '1', text: 'Fast', status: 'OK' }]);

  const told = await rows("select payload from outbox_events where event = 'guest.registered'");
  expect(told.filter((each) => JSON.stringify(each).includes('Huber'))).toHaveLength(1);
  const [free, bought] = await registrations('Huber');
  expect(free).toMatchObject({ username: `${anna.room}-huber`, tier: null, price: null, pay: null });
  expect(bought).toMatchObject({ tier: 'Fast', price: 490, currency: 'EUR', pay: 'room', method: 'room_surname' });
  const user = await house.world.made(200, 'GET', `/users/${String(bought.user_id)}`);
  expect(user).toMatchObject({ table_id: groupId, valid_until: bought.until });
  expect(new URL(page.location).searchParams.get('username')).toBe(user.username);
  const report = await house.world.made(200, 'GET', '/reports/115?columns=tier,price,currency,pay,username');
  expect(JSON.stringify(report)).toContain('Fast');
});

test('the free way stays free', async () => {
  const franz = await guest('Frei');
  const before = hotel.charges.length;
  const [, free] = formsIn((await signIn(franz)).text);
  const answer = await call(free.action, free.fields);
  expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/logon')]);
  expect(hotel.charges.length).toBe(before);
});

test('nothing is charged to a room for a device that is only remembered', async () => {
  const nora = await guest('Nemec');
  const [, free] = formsIn((await signIn(nora)).text);
  await call(free.action, free.fields);
  const arrival = `res=notyet&uamip=10.1.0.1&uamport=3990&challenge=00112233445566778899aabbccddeeff&mac=${nora.mac}`;
  const remembered = formsIn((await call(`/p/lobby?${arrival}`)).text).find(({ fields }) => fields.by === 'remembered');
  const answer = await call('/p/lobby', remembered!.fields);
  expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/logon')]);
});

test('pressed twice, and on two devices, it is charged once', async () => {
  const guests = await guest('Doppel');
  const [one, other] = [await chooseTier(guests), await chooseTier({ ...guests, mac: 'aa:bb:cc:11:11:11' })];
  hotel.verdictOnCharges = () => null;
  const locations = await Promise.all([accept(one), accept(one), accept(other)]);
  const mine = () => hotel.charges.filter(({ room }) => room === guests.room);
  await eventually('it is charged', () => mine().length > 0);
  hotel.ifc.sayCharged(guests.room, mine()[0].number, 'OK');
  for (const location of locations) expect((await outcome(location)).location).toContain('/logon');
  expect(mine()).toHaveLength(1);
  // Another device of hers, later: in by what is paid, without a choice.
  const later = await signIn(guests, 'aa:bb:cc:22:22:22');
  expect((await outcome(later.location)).location).toContain('/logon');
  expect(mine()).toHaveLength(1);
  const prices = (await registrations('Doppel')).map(({ tier: name, price }) => [name, price]);
  expect(prices.filter(([, price]) => price !== null)).toEqual([['Fast', 490]]);
});

test.each([
  ['NG', 'did not accept the charge'],
  ['NP', 'Nothing can be charged to this room'],
  ['CO', 'Nothing can be charged to this room'],
  ['NA', 'closing its books'],
  ['RY', 'closing its books'],
  ['DN', 'did not accept the charge'],
])('refused with %s it gives nothing, and says so', async (status, words) => {
  const refused = await guest(`Refused${status}`);
  hotel.verdictOnCharges = () => status;
  const page = await outcome(await accept(await chooseTier(refused)));
  expect(said(page.text)).toContain(words);
  expect(page.text).toMatch(/(?:nothing was charged|Nothing was charged)/);
  expect((await registrations(refused.name)).map(({ tier: name }) => name)).toEqual([null]);
});

test('who may charge nothing to the room is asked for nothing', async () => {
  const barred = await guest('Gesperrt', { noPost: true });
  const answer = await signIn(barred);
  expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/logon')]);
});

test('a price that has changed since it was shown is not charged', async () => {
  const slow = await guest('Langsam');
  const confirm = await chooseTier(slow);
  await house.world.made(200, 'PATCH', `/captive-portals/${portalId}`, {
    body: { tiers: [{ ...tier(), price: 990 }] },
  });
  const [form] = formsIn(confirm.text);
  const answer = await call(form.action, form.fields);
  expect([answer.status, said(answer.text)]).toEqual([200, expect.stringContaining('has changed')]);
  expect(hotel.charges.filter(({ room }) => room === slow.room)).toEqual([]);
  await house.world.made(200, 'PATCH', `/captive-portals/${portalId}`, { body: { tiers: [tier()] } });
});

test('what nobody answers gives nothing, is told to reception, and a late answer is told, too', async () => {
  const unsure = await guest('Unklar');
  hotel.verdictOnCharges = () => null;
  const location = await accept(await chooseTier(unsure));
  const charges = () => hotel.charges.filter(({ room }) => room === unsure.room);
  await eventually('it is charged', () => charges().length === 1);
  expect(
    await rows(
      "update room_postings set expires_at = now() - interval '1 second' where room = $1 returning number",
      unsure.room,
    ),
  ).toHaveLength(1);
  const page = await outcome(location);
  expect([page.status, said(page.text)]).toEqual([422, expect.stringContaining('has not answered')]);
  expect((await alarms()).at(0)).toMatchObject({ event: 'posting.unclear' });
  hotel.ifc.sayCharged(unsure.room, charges()[0].number, 'OK');
  await eventually('the late answer is told', async () =>
    JSON.stringify(await alarms()).includes('after the guest had been told'),
  );
  expect(charges()).toHaveLength(1);
  expect((await registrations('Unklar')).map(({ tier: name }) => name)).toEqual([null]);
});

/** A guest whose charge the hotel system has, and nobody has answered in time. */
async function withUnclearCharge(name: string): Promise<{ guest: Guest; id: string }> {
  const unsure = await guest(name);
  hotel.verdictOnCharges = () => null;
  const location = await accept(await chooseTier(unsure));
  await chargeOf(unsure);
  await rows("update room_postings set expires_at = now() - interval '1 second' where room = $1", unsure.room);
  expect(said((await outcome(location)).text)).toContain('has not answered');
  hotel.verdictOnCharges = undefined;
  const [{ id }] = await listed(`/room-postings?filter[room]=${unsure.room}`, 'room_postings');
  return { guest: unsure, id };
}

const settled = (id: string, result: string) =>
  house.world.ask('POST', `/room-postings/${id}/settle`, { body: { outcome: result } });

test('an unclear charge that is found on the bill gives what was paid for; until then nothing is charged', async () => {
  const { guest: found, id } = await withUnclearCharge('Gefunden');
  expect(await house.world.made(200, 'GET', `/payments/${id}`)).toMatchObject({ status: 'unclear', room: found.room });
  expect((await signIn(found)).location).toContain('/logon');
  expect(await settled(id, 'charged')).toMatchObject({ status: 200, body: { status: 'accepted' } });
  await house.world.app.get(PaymentSweep, { strict: false }).sweep();
  const payment = await house.world.made(200, 'GET', `/payments/${id}`);
  expect(payment).toMatchObject({ status: 'paid', pay: 'room', tier: { name: 'Fast', price: 490 } });
  const bought = await house.world.made(200, 'GET', `/registrations/${payment.registration_id}`);
  expect((await outcome((await signIn(found)).location)).location).toContain(`username=${String(bought.username)}`);
  expect(hotel.charges.filter(({ room }) => room === found.room)).toHaveLength(1);
  expect((await settled(id, 'not_charged')).status).toBe(409);
  const history = await listed('/audit?filter[resource]=room-postings', 'audit');
  expect(history).toMatchObject([{ resource_id: id }]);
});

test('one that is not on the bill may be paid again, and nobody is told of it any more', async () => {
  const { guest: again, id } = await withUnclearCharge('Nochmal');
  const open = async () =>
    (await alarms()).filter(({ subject, resolved_at: over }) => (subject as { id: string }).id === id && !over);
  expect(await open()).toHaveLength(1);
  expect(await settled(id, 'not_charged')).toMatchObject({ status: 200, body: { status: 'refused' } });
  expect(await open()).toEqual([]);
  await house.world.app.get(PaymentSweep, { strict: false }).sweep();
  expect((await outcome(await accept(await chooseTier(again)))).location).toContain('/logon');
  expect(hotel.charges.filter(({ room }) => room === again.room)).toHaveLength(2);
});

test('who was refused five times in an hour is asked no more', async () => {
  const stubborn = await guest('Stur');
  hotel.verdictOnCharges = () => 'CO';
  for (let tries = 0; tries < 5; tries += 1) await outcome(await accept(await chooseTier(stubborn)));
  expect((await signIn(stubborn)).location).toContain('/logon');
  expect(hotel.charges.filter(({ room }) => room === stubborn.room)).toHaveLength(5);
});

test('a tier that ends with the stay is over after the check-out; another one lasts', async () => {
  const [ends, lasts] = [await guest('Endet'), await guest('Bleibt')];
  await offer({ ...tier(), at_check_out: 'end' });
  await outcome(await accept(await chooseTier(ends)));
  await offer(tier());
  await outcome(await accept(await chooseTier(lasts)));
  for (const each of [ends, lasts]) hotel.checkOut(each.reservation);
  const isOver = async ({ name }: Guest) => {
    const [, bought] = await registrations(name);
    const { valid_until: until } = await house.world.made(200, 'GET', `/users/${String(bought.user_id)}`);
    return [Date.parse(until) <= Date.now(), bought.status];
  };
  const sweep = house.world.app.get(PaymentSweep, { strict: false });
  await eventually('it is over', async () => {
    await sweep.sweep();
    return (await isOver(ends))[0] === true;
  });
  expect([await isOver(ends), await isOver(lasts)]).toEqual([
    [true, 'ended'],
    [false, 'active'],
  ]);
});

test('a group that a tier gives cannot be deleted', async () => {
  const { status, text } = await house.world.ask('DELETE', `/user-groups/${groupId}`, {});
  expect([status, text]).toEqual([409, expect.stringContaining('captive')]);
});

test('a tier that is withdrawn while it is being paid is given; its group stays so long', async () => {
  const slow = await guest('Passend');
  const { id: group } = await made('/user-groups', { name: 'Passing', policy: {} });
  hotel.verdictOnCharges = () => null;
  await offer({ ...tier(), group });
  const location = await accept(await chooseTier(slow));
  const number = await chargeOf(slow);
  await offer(tier());
  const { status, text } = await house.world.ask('DELETE', `/user-groups/${group}`, {});
  expect([status, text]).toEqual([409, expect.stringContaining('1 payment:')]);
  hotel.ifc.sayCharged(slow.room, number, 'OK');
  expect((await outcome(location)).location).toContain('/logon');
  const [, bought] = await registrations('Passend');
  expect(await house.world.made(200, 'GET', `/users/${String(bought.user_id)}`)).toMatchObject({ table_id: group });
});

test('who is erased before the hotel system has answered is gone after its answer, with what it gave', async () => {
  const slow = await guest('Erloschen');
  hotel.verdictOnCharges = () => null;
  await accept(await chooseTier(slow));
  const number = await chargeOf(slow);
  const username = `${slow.room}-erloschen`;
  const { id } = await made202('/privacy/erasures', { username });
  const erasure = () => house.world.made(200, 'GET', `/privacy/erasures/${id}`);
  await eventually('it waits for the answer', async () => /charge to the room/.test(String((await erasure()).problem)));
  hotel.ifc.sayCharged(slow.room, number, 'OK');
  const sweep = house.world.app.get(PaymentSweep, { strict: false });
  await eventually('she is gone', async () => {
    await sweep.sweep();
    return (await registrations('Erloschen')).length === 0;
  });
  expect(await rows('select id from portal_payments where room = $1', slow.room)).toEqual([]);
  expect(await rows('select id from users where comment like $1', `Room ${slow.room}:%`)).toEqual([]);
});

test('what cannot be given holds up nobody else who has paid and closed the page', async () => {
  const [unlucky, other] = [await guest('Pech'), await guest('Andere')];
  hotel.verdictOnCharges = () => null;
  for (const each of [unlucky, other]) {
    await accept(await chooseTier(each));
    const number = await chargeOf(each);
    if (each === unlucky)
      await rows(
        `update portal_payments set tier = jsonb_set(tier, '{group}', to_jsonb(gen_random_uuid())) where room = $1`,
        each.room,
      );
    hotel.ifc.sayCharged(each.room, number, 'OK');
    await eventually('it is booked', () => isBooked(each));
  }
  const payments = house.world.app.get(RoomPayments, { strict: false });
  await payments.settleAll((organizationId) => systemContext(organizationId, 'test'));
  expect((await registrations('Andere')).map(({ tier: name }) => name)).toEqual([null, 'Fast']);
});

test('a tier is checked as a whole', async () => {
  const body = { tiers: [{ ...tier(), group: '018f0000-0000-7000-8000-000000000000' }] };
  const { status, text } = await house.world.ask('PATCH', `/captive-portals/${portalId}`, { body });
  expect([status, text]).toEqual([422, expect.stringContaining('#/tiers/0/group')]);
});

test('while the link is down nothing is offered', async () => {
  const alone = await guest('Allein');
  hotel.ifc.mute = true;
  hotel.loseLink();
  await eventually('the link is known to be lost', async () => {
    const { link } = await house.world.made(200, 'GET', `/connections/${house.connectionId}`);
    return link.state !== 'connected';
  });
  expect((await signIn(alone)).location).toContain('/logon');
});

test('who is erased is gone from what was paid, too', async () => {
  const before = JSON.stringify(await registrations('Huber'));
  expect(before).toContain('Huber');
  const [{ username }] = await registrations('Huber');
  const left = async () => [
    (await rows("select id from guest_registrations where full_name like '%Huber%'")).length,
    (await rows('select id from portal_payments where room = $1', '201')).length,
  ];
  expect(await left()).toEqual([2, 1]);
  expect((await house.world.ask('POST', '/privacy/erasures', { body: { username } })).status).toBeLessThan(300);
  await eventually('the registrations are gone', async () => (await registrations('Huber')).length === 0);
  expect(await left()).toEqual([0, 0]);
});
