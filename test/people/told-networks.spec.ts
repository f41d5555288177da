import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { smtpAt } from '../console/alerts/alert-world.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { SmsGatewayServer } from '../provisioning/deliver/sms-gateway.js';
import { textsOf } from '../provisioning/deliver/texts-of-mail.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

/** A house with several networks tells its guests of one that lets them in, on the wire of mail and SMS. */
let hotel: SimulatedHotel;
let house: Connected;
let mailbox: MailServer;
let gateway: SmsGatewayServer;
let guestId: string;
beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  mailbox = await MailServer.listening();
  gateway = await SmsGatewayServer.listening();
  await hotel.start();
  const connection = {
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
    access: { preset: 'hotel-enterprise', password: '{{ last_name | ascii | downcase }}-{{ room }}' },
  };
  house = await connected(connection, { smtp: smtpAt(mailbox.port), allowPrivateTargets: true });
  const sms = { url: gateway.url, method: 'POST', json: { to: '{{ to }}', text: '{{ text }}' } };
  await house.world.made(200, 'PATCH', '/delivery-settings', { body: { sms } });
  hotel.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Eva' });
  await eventually('the account is there', async () => '412-novakova' in (await house.accounts()));
  const { _embedded } = await house.world.made(200, 'GET', '/guests?search=412');
  guestId = _embedded.guests[0].id;
});
afterAll(async () => {
  await house?.close();
  await hotel?.stop();
  await gateway?.close();
  await mailbox?.close();
});
beforeEach(() => {
  mailbox.mails.length = 0;
  gateway.received.length = 0;
});

const made = async (path: string, body: object) => String((await house.world.made(201, 'POST', path, { body })).id);

/** The texts of a mail and of an SMS that the guest is sent now. */
async function told(): Promise<string[]> {
  for (const [to, address] of [
    ['email', 'eva@example.com'],
    ['sms', '+436641234567'],
  ])
    await made(`/guests/${guestId}/credential`, { to, address });
  await eventually('both are there', () => mailbox.mails.length === 1 && gateway.received.length === 1);
  return [textsOf(mailbox.mails[0].body), JSON.parse(gateway.received[0].body).text];
}

const names = (texts: readonly string[]) =>
  texts.map((text) => [...new Set([...text.matchAll(/\b[A-Z]\w+ Wi-Fi\b/g)].map(([name]) => name))].sort());

test('of several networks a mail and an SMS name the eldest that lets the guest in, as her card does', async () => {
  await made('/networks', { name: 'Staff', ssid: 'Staff Wi-Fi' });
  const guests = await made('/networks', { name: 'Lake', ssid: 'Lake Wi-Fi' });
  await made('/captive-portals', { name: 'Lake', network_id: guests });
  const atStaff = [{ field: 'ssid', op: 'eq', value: 'Staff Wi-Fi' }];
  await made('/policies', { name: 'Staff only', effect: 'deny', priority: 1, conditions: atStaff });
  expect(names(await told())).toEqual([['Lake Wi-Fi'], ['Lake Wi-Fi']]);
  const card = await house.world.made(200, 'POST', `/guests/${guestId}/card`, { body: {} });
  expect(card).toMatchObject({ ssid: 'Lake Wi-Fi', code: 'WIFI:T:nopass;S:Lake Wi-Fi;;' });
});

test('of two houses they name the one whose network gives the group of the guest, or the one chosen', async () => {
  const group = await made('/user-groups', { name: 'Town guests' });
  const town = await made('/networks', { name: 'Town', ssid: 'Town Wi-Fi', default_table_id: group });
  const { _embedded } = await house.world.made(200, 'GET', '/users?filter[username]=412-novakova');
  const [{ id }] = _embedded.users;
  await house.world.made(200, 'PATCH', `/users/${id}`, { body: { table_id: group }, headers: { 'if-match': '*' } });
  expect(names(await told())).toEqual([['Town Wi-Fi'], ['Town Wi-Fi']]);

  const { networks } = await house.world.made(200, 'GET', '/vouchers/networks');
  expect(networks.map(({ ssid }: { ssid: string }) => ssid)).toEqual(['Staff Wi-Fi', 'Lake Wi-Fi', 'Town Wi-Fi']);
  const chosen = (network: string) =>
    house.world.ask('POST', `/guests/${guestId}/card`, { body: { network } }).then(({ body }) => body);
  expect(await chosen(networks[0].id)).toMatchObject({ ssid: 'Staff Wi-Fi' });
  expect(await chosen(town)).toMatchObject({ ssid: 'Town Wi-Fi' });
  expect(await chosen(group)).toMatchObject({ errors: [{ pointer: '#/network' }] });
});

test('what the delivery settings name comes first', async () => {
  const network = { ssid: 'Spa Wi-Fi', security: 'open' };
  await house.world.made(200, 'PATCH', '/delivery-settings', { body: { network } });
  expect(names(await told())).toEqual([['Spa Wi-Fi'], ['Spa Wi-Fi']]);
});
