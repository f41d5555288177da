import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { browse, formsIn, unescaped } from './plain-browser.js';

/** Charges by inquiry: the hotel system is asked who in the room may charge, before it is told a charge. */
let hotel: SimulatedHotel;
let house: Connected;
let rooms = 300;

beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  const settings = { time_zone: 'Europe/Vienna', charge_currency: 'EUR', charge_to: 'guest', sales_outlet: '4' };
  house = await connected({
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, ...settings },
    access: { preset: 'hotel-enterprise' },
  });
  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
  const { id: networkId } = await made('/networks', { name: 'Guest' });
  const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
  const tiers = [{ name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'room' }];
  await made('/captive-portals', {
    name: 'Lobby',
    slug: 'lobby',
    network_id: networkId,
    methods: ['room_surname'],
    tiers,
  });
  await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
  await eventually('the link is alive', () => hotel.ifc.isAlive);
});
afterEach(() => {
  hotel.ifc.mute = false;
});
afterAll(async () => {
  await house?.close();
  await hotel?.stop();
});

interface Guest {
  readonly room: string;
  readonly name: string;
  readonly reservation: string;
}

async function isKnown(room: string, name: string): Promise<void> {
  await eventually('the account is there', async () =>
    Object.keys(await house.accounts()).includes(`${room}-${name}`.toLowerCase()),
  );
}

async function guest(name: string): Promise<Guest> {
  const room = String((rooms += 1));
  const reservation = hotel.checkIn({ room, lastName: name, firstName: 'Anna' });
  await isKnown(room, name);
  return { room, name, reservation };
}

async function sharerOf({ room, reservation: other }: Guest, name: string): Promise<Guest> {
  const reservation = hotel.share(other, { lastName: name, firstName: 'Bert' });
  await isKnown(room, name);
  return { room, name, reservation };
}

const call = (path: string, fields?: Record<string, string>) =>
  browse(house.world.port, { url: `http://127.0.0.1:${house.world.port}${path}`, mac: '', fields });
const said = (html: string) =>
  [...html.matchAll(/<p dir="auto">([^<]*)</g)].map(([, text]) => unescaped(text)).join(' ');

/** By room and surname to the price, accepted. */
async function accepts({ room, name }: Guest): Promise<string> {
  const query = 'res=notyet&uamip=10.1.0.1&uamport=3990&challenge=00112233445566778899aabbccddeeff';
  const [form] = formsIn((await call(`/p/lobby?${query}&mac=AA-BB-CC-00-${room.slice(0, 2)}-0${room.at(-1)}`)).text);
  const [paid] = formsIn((await call('/p/lobby', { ...form.fields, room, surname: name })).text);
  const [price] = formsIn((await call(paid.action, paid.fields)).text);
  const sent = await call(price.action, price.fields);
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

const chargesTo = ({ room }: Guest) => hotel.charges.filter((each) => each.room === room);
const inquiriesOf = ({ room }: Guest) => hotel.ifc.received.filter((text) => text.includes(`|PI${room}|`));

test('of two who share a room, the one who pays is charged, after the hotel system said that she may', async () => {
  const anna = await guest('Huber');
  const bert = await sharerOf(anna, 'Maier');
  expect((await outcome(await accepts(bert))).location).toContain('/logon');
  expect(chargesTo(bert)).toMatchObject([{ reservation: bert.reservation, amount: 490, status: 'OK' }]);
  expect((await outcome(await accepts(anna))).location).toContain('/logon');
  expect(chargesTo(anna).map(({ reservation }) => reservation)).toEqual([bert.reservation, anna.reservation]);
  const told = hotel.ifc.received.filter((text) => text.startsWith('PR|') && /\|(?:PI|RN)30/.test(text));
  expect(told.map((text) => text.replace(/DA.*/, ''))).toEqual([
    `PR|PI${bert.room}|PMROOM|SO4|WSUSHER|MX9|P#90000002|`,
    `PR|RN${bert.room}|G#${bert.reservation}|TA490|S1490|C#1|PMROOM|SO4|WSUSHER|P#1|`,
    `PR|PI${anna.room}|PMROOM|SO4|WSUSHER|MX9|P#90000003|`,
    `PR|RN${anna.room}|G#${anna.reservation}|TA490|S1490|C#2|PMROOM|SO4|WSUSHER|P#2|`,
  ]);
  expect(hotel.ifc.received.filter((text) => text.startsWith('PS|'))).toEqual([]);
});

test('who may not charge, as the hotel system says when it is asked, is charged nothing', async () => {
  const barred = await guest('Gesperrt');
  const bert = await sharerOf(barred, 'Frei');
  hotel.house.change(barred.reservation, { noPost: true });
  const page = await outcome(await accepts(barred));
  expect(said(page.text)).toContain('Nothing can be charged to this room');
  expect([inquiriesOf(barred).length, chargesTo(barred)]).toEqual([1, []]);
  // The other one of the room may.
  expect((await outcome(await accepts(bert))).location).toContain('/logon');
});

test.each([
  ['who has left the room that others are in', true],
  ['who has left an empty room', false],
])('%s is charged nothing', async (_, isShared) => {
  const gone = await guest(isShared ? 'Fort' : 'Leer');
  if (isShared) await sharerOf(gone, 'Bleibt');
  hotel.leaveUnnoticed(gone.reservation);
  const page = await outcome(await accepts(gone));
  expect(said(page.text)).toContain('did not accept the charge');
  expect(chargesTo(gone)).toEqual([]);
});

test('a link that is lost after the inquiry leaves no doubt: nothing was charged, and nothing is later', async () => {
  const unlucky = await guest('Pech');
  hotel.ifc.mute = true;
  const location = await accepts(unlucky);
  await eventually('the hotel system is asked', () => inquiriesOf(unlucky).length === 1);
  hotel.ifc.mute = false;
  hotel.loseLink();
  const page = await outcome(location);
  expect(said(page.text)).toMatch(/cannot be reached/i);
  await eventually('the link is alive again', () => hotel.ifc.isAlive);
  expect([inquiriesOf(unlucky).length, chargesTo(unlucky)]).toEqual([1, []]);
  const alerts = await house.world.made(200, 'GET', '/alerts?filter[event]=posting.unclear');
  expect(alerts._embedded.alerts).toEqual([]);
});
