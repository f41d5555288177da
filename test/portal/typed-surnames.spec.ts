import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { browse, formsIn } from './plain-browser.js';

/** Names as a Japanese hotel system sends them in Shift JIS, and what their guests type. */
const guests = [
  ['301', 'ｽｽﾞｷ', ['Suzuki', 'スズキ', 'ｽｽﾞｷ', ' SUZUKI ']],
  ['302', 'ﾊﾟｸ', ['Paku', 'パク']],
  ['303', '山田', ['山田', '山田 太郎']],
] as const;

let hotel: SimulatedHotel;
let house: Connected;
let page: string;
beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Asia/Tokyo', encoding: 'shift_jis' });
  await hotel.start();
  house = await connected({
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Asia/Tokyo', encoding: 'shift_jis' },
    access: { preset: 'hotel-enterprise' },
  });
  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
  const { id } = await made('/networks', { name: 'Guest' });
  const { slug } = await made('/captive-portals', {
    name: 'Lobby',
    network_id: id,
    methods: ['room_surname', 'voucher'],
  });
  await made('/gateways', { name: 'Lobby', network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] });
  page = `http://127.0.0.1:${house.world.port}/p/${String(slug)}?res=notyet&uamip=10.1.0.1&uamport=3990`;
  await eventually('the link is alive', () => hotel.ifc.isAlive);
  for (const [room, lastName] of guests) hotel.checkIn({ room, lastName, firstName: '太郎' });
  await eventually('all have accounts', async () => Object.keys(await house.accounts()).length === guests.length);
});
afterAll(async () => {
  await house?.close();
  await hotel?.stop();
});

test('an account is named as its guest would spell the name', async () => {
  expect(Object.keys(await house.accounts()).sort()).toEqual(['301-suzuki', '302-paku', '303-shantian']);
});

test.each(guests.flatMap(([room, name, typed]) => typed.map((each) => [room, name, each] as const)))(
  'room %s, booked as %s, is let in who types %j',
  async (room, _name, surname) => {
    const mac = 'aa:bb:cc:00:11:22';
    const url = `${page}&challenge=0123456789abcdef0123456789abcdef&mac=AA-BB-CC-00-11-22&nasid=lobby`;
    const [form] = formsIn((await browse(house.world.port, { url, mac })).text);
    const action = new URL(form.action, url).href;
    const fields = { ...form.fields, room, surname };
    const { status, location } = await browse(house.world.port, { url: action, mac, fields });
    expect([status, location]).toEqual([303, expect.stringContaining(`username=${room}-`)]);
  },
);

test.each(['３０１', '٣٠١', '301号室', '0301', ' 3-01 ', 'Kamer 301', 'غرفة ٣٠١'])(
  'room 301 is also %j',
  async (room) => {
    const url = `${page}&challenge=0123456789abcdef0123456789abcdef&mac=AA-BB-CC-00-11-33&nasid=lobby`;
    const [form] = formsIn((await browse(house.world.port, { url, mac: '' })).text);
    const action = new URL(form.action, url).href;
    const { status, location } = await browse(house.world.port, {
      url: action,
      mac: '',
      fields: { ...form.fields, room, surname: 'Suzuki' },
    });
    expect([status, location]).toEqual([303, expect.stringContaining('username=301-')]);
  },
);

test('a code of a voucher is good in any digits, full width and small letters', async () => {
  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
  const { id } = await made('/user-groups', { name: 'Vouchers', policy: {} });
  const { _embedded } = await made('/vouchers', { table_id: id, count: 1, duration: 3600, prefix: 'A2026' });
  const code = String(_embedded.vouchers[0].code);
  const moved = (by: number) => (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + by);
  for (const typed of [
    code.toLowerCase(),
    code.replaceAll(/[!-~]/g, moved(0xfee0)),
    code.replaceAll(/\d/g, moved(0x0630)),
    ` ${code.slice(0, 3)} ${code.slice(3)}`,
  ]) {
    const url = `${page}&challenge=0123456789abcdef0123456789abcdef&mac=AA-BB-CC-00-11-44&nasid=lobby`;
    const form = formsIn((await browse(house.world.port, { url, mac: '' })).text).find(
      ({ fields }) => 'code' in fields,
    );
    const action = new URL(form?.action ?? '', url).href;
    const sent = await browse(house.world.port, { url: action, mac: '', fields: { ...form?.fields, code: typed } });
    expect([typed, sent.status]).toEqual([typed, 303]);
  }
});
