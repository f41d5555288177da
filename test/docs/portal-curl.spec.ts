import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { browse, formsIn, unescaped } from '../portal/plain-browser.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { callsOf, ReadersShell, testOfCalls } from './calls.js';

let hotel: SimulatedHotel;
let house: Connected;
let shell: ReadersShell;
let networkId: string;

beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  shell = new ReadersShell();
  house = await connected({
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', charge_currency: 'EUR' },
    access: { preset: 'hotel-enterprise' },
  });
  ({ id: networkId } = await made('/networks', { name: 'Guest' }));
  await eventually('the link is alive', () => hotel.ifc.isAlive);
});
afterAll(async () => {
  shell?.close();
  await house?.close();
  await hotel?.stop();
});

const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
const call = (path: string, fields?: Record<string, string>) =>
  browse(house.world.port, { url: `http://127.0.0.1:${house.world.port}${path}`, mac: '', fields });

/** Whoever copies a call puts the ids in, and the rest of a secret. */
async function copied(text: string, ids: Record<string, string>): Promise<Record<string, unknown>> {
  const filled = Object.entries(ids).reduce((line, [name, id]) => line.replaceAll(`{${name}}`, id), text);
  const { status, text: answer } = await shell.call(filled.replaceAll('…', '0123456789abcdef'), house.world);
  expect([text.split('\n')[0], Math.floor(status / 100), answer]).toEqual([text.split('\n')[0], 2, answer]);
  return JSON.parse(answer) as Record<string, unknown>;
}

/** A guest accepts the price, and the hotel system does not say what became of it. Answers the charge's id. */
async function unclearCharge(): Promise<string> {
  hotel.verdictOnCharges = () => null;
  hotel.checkIn({ room: '204', lastName: 'Huber', firstName: 'Anna' });
  await eventually('the account is there', async () => Object.keys(await house.accounts()).includes('204-huber'));
  const query = 'res=notyet&uamip=10.1.0.1&uamport=3990&challenge=00112233445566778899aabbccddeeff';
  const [form] = formsIn((await call(`/p/lobby?${query}&mac=AA-BB-CC-00-00-01`)).text);
  const choice = await call('/p/lobby', { ...form.fields, room: '204', surname: 'Huber' });
  expect(unescaped(choice.text)).toContain('Fast Wi-Fi, one day · 1 day · €4.90');
  const [paid] = formsIn(choice.text);
  const [price] = formsIn((await call(paid.action, paid.fields)).text);
  const { location } = await call(price.action, price.fields);
  await eventually('it is charged', () => hotel.charges.length === 1);
  // Nobody waits a minute here.
  const over = statement('test_charge_over', "update room_postings set expires_at = now() - interval '1 second'");
  await house.world.fresh.database.query(systemContext(everyOrganization, 'test'), over);
  await eventually('nobody knows', async () => (await call(location)).status === 422);
  const { _embedded: found } = await house.world.made(200, 'GET', '/room-postings?filter[status]=unclear');
  return String(found.room_postings[0].id);
}

testOfCalls('the calls of docs/portal-paid.md do what the page says', async () => {
  const calls = callsOf('docs/portal-paid.md');
  expect(calls.map((each) => /\$USHER(\/[\w-]+)/.exec(each)?.[1])).toEqual([
    '/captive-portals',
    '/room-postings',
    '/payment-providers',
  ]);
  const [offer, settle, provider] = calls;
  const portal = { name: 'Lobby', slug: 'lobby', network_id: networkId, methods: ['room_surname'] };
  const { id } = await made('/captive-portals', portal);
  await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
  const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
  const offered = await copied(offer, { id, 'user group': group });
  expect(offered.tiers).toMatchObject([{ price: 490, currency: 'EUR', group, duration: 86_400, pay: 'room' }]);
  expect(await copied(settle, { id: await unclearCharge() })).toMatchObject({ status: 'accepted' });
  expect(await copied(provider, {})).toMatchObject({ name: 'Stripe', type: 'stripe' });
});

test('the gateway of no known make in docs/portal.md is one that can be made', async () => {
  const [, text] = /```json\n(\{"name": "Annex"[\s\S]*?)```/.exec(readFileSync('docs/portal.md', 'utf8')) ?? [];
  const body = JSON.parse(text.replace('"network_id": "…"', `"network_id": "${networkId}"`)) as object;
  expect(await made('/gateways', body)).toMatchObject({ vendor: 'generic', hand_over: { mac_in: 'client_mac' } });
});
