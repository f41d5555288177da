import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { unhurried } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from '../radius/access-point.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { browse, formsIn } from './plain-browser.js';
import { makes, SmallGateway } from './small-gateway.js';

const coova = makes[0];
const faskey = 'a shared key of the house';
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

withFreeRadius('a guest who is online while her stay changes', () => {
  let house: Connected;
  let hotel: SimulatedHotel;
  let radius: Served;
  let ap: AccessPoint;
  let gateway: SmallGateway;
  let slug: string;
  let groupId: string;
  let rooms = 100;
  let devices = 0;

  beforeAll(async () => {
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    house = await connected({
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      access: { preset: 'hotel-enterprise' },
    });
    ap = await AccessPoint.open();
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const clients = [{ ...client, require_message_authenticator: 0 }];
    const { id: networkId } = await made('/networks', { name: 'Guest', clients });
    const methods = ['room_surname', 'username_password', 'voucher'];
    ({ id: groupId } = (await made('/user-groups', { name: 'Day guests', policy: {} })) as { id: string });
    ({ slug } = (await made('/captive-portals', { name: 'Lobby', network_id: networkId, methods })) as {
      slug: string;
    });
    const { name, host, secrets } = coova;
    await made('/gateways', { name, network_id: networkId, vendor: name, login_hosts: [host], secrets });
    const nds = { name: 'nds', vendor: 'opennds', login_hosts: ['10.8.0.1'], secrets: { faskey } };
    await made('/gateways', { ...nds, network_id: networkId });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(house.world, house.world.fresh.url, listen);
    gateway = await SmallGateway.open(coova, `http://127.0.0.1:${house.world.port}/p/${slug}/coova`, radius);
    ap.obey = ({ to, sessionId = '', limits }) => {
      if (to === 'disconnect') void gateway.end(sessionId);
      const seconds = limits.find((each) => each.startsWith('27='))?.slice(3);
      if (seconds !== undefined) gateway.prolong(sessionId, Number(seconds));
    };
    await eventually('the link is alive', () => hotel.ifc.isAlive);
  });
  afterAll(async () => {
    gateway?.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    ap?.close();
    await house?.close();
    await hotel?.stop();
  });

  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
  const newMac = () => `aa:bb:cc:20:00:${String((devices += 1)).padStart(2, '0')}`;
  const page = (path: string, mac: string, fields?: Record<string, string>) =>
    browse(house.world.port, {
      url: new URL(path, `http://127.0.0.1:${house.world.port}`).href,
      mac,
      ...(fields ? { fields } : {}),
    });

  /** From the redirect to where the portal sends the browser. */
  async function proves(arrival: string, mac: string, by: string, typed: Record<string, string>) {
    return (await readyToProve(arrival, mac, by, typed))();
  }

  /** The form is filled in, and the finger above the button. */
  async function readyToProve(arrival: string, mac: string, by: string, typed: Record<string, string>) {
    const first = await page(arrival, mac);
    const form = formsIn(first.text).find(({ fields }) => fields.by === by);
    return () => page(form?.action ?? '', mac, { ...form?.fields, ...typed });
  }

  /** At the gateway that asks RADIUS. */
  async function comesIn(by: string, typed: Record<string, string>, mac = newMac()) {
    const captive = await browse(gateway.port, { url: 'http://example.com/', mac });
    const sent = await proves(captive.location, mac, by, typed);
    expect(sent.status).toBe(303);
    const status = await browse(gateway.port, { url: sent.location, mac });
    expect([status.status, gateway.isOpen(mac)]).toEqual([302, true]);
    return { mac, session: gateway.sessionOf(mac) ?? '', status: status.location };
  }

  /** At the one that asks nobody. */
  function arriveAtNds(mac: string, typed: Record<string, string>) {
    return proves(arrivalAtNds(mac), mac, 'room_surname', typed);
  }

  function arrivalAtNds(mac: string): string {
    const told = `hid=${mac.replaceAll(':', '')}, clientip=10.8.0.9, clientmac=${mac}, gatewayaddress=10.8.0.1:2050`;
    const fas = new URLSearchParams({ fas: Buffer.from(told).toString('base64') });
    return `/p/${slug}/opennds?${fas}`;
  }

  /** What its script is told to put out. */
  async function toldToEnd(mac: string): Promise<string> {
    const sum = createHash('sha256').update(`${mac}${faskey}`).digest('hex');
    return (await page(`/p/${slug}/opennds/ended`, mac, { macs: mac, sum })).text;
  }

  async function checkIn(lastName: string, nights = 1) {
    const room = String((rooms += 1));
    const reservation = hotel.checkIn({ room, lastName, firstName: 'Anna', nights });
    const username = `${room}-${lastName}`.toLowerCase();
    await eventually('the account is there', async () => (await house.accounts())[username] === 'enabled');
    return { room, reservation, username, typed: { room, surname: lastName } };
  }

  const registrationsOf = async (mac: string) =>
    (await house.world.made(200, 'GET', `/registrations?filter[mac]=${mac}`))._embedded.registrations;
  const registrationOf = async (mac: string) => (await registrationsOf(mac))[0];
  const endOf = async (mac: string) => Date.parse((await registrationOf(mac)).until);
  const askedOf = (session: string) =>
    ap.asked.filter(({ sessionId, isGenuine }) => sessionId === session && isGenuine).map(({ to }) => to);
  const isOnline = async (name: string) =>
    (await house.world.made(200, 'GET', '/online?page_size=100'))._embedded.online.some(
      ({ username }: { username: string }) => username === name,
    );

  test('a later departure: registration, session and gateway follow; an earlier one ends them in time', async () => {
    const { reservation, typed, username } = await checkIn('Huber');
    const { mac, session, status } = await comesIn('room_surname', typed);
    const first = await endOf(mac);
    expect(gateway.isOpen(mac, first + 60_000)).toBe(false);

    hotel.extend(reservation, hotel.day(3));
    await eventually('the gateway is told', () => askedOf(session).length > 0);
    const later = await endOf(mac);
    expect(later - first).toBeGreaterThan(47 * 3_600_000);
    expect([askedOf(session), gateway.isOpen(mac, first + 60_000), gateway.isOpen(mac, later - 60_000)]).toEqual([
      ['change'],
      true,
      true,
    ]);
    expect((await page(status, mac)).text).toContain('You are online until');
    const [reported] = (await house.world.made(200, 'GET', `/reports/115?filter[username]=${username}`))._embedded.rows;
    expect(Date.parse(reported.valid_until)).toBe(later);

    hotel.extend(reservation, hotel.day(1));
    await eventually('the registration follows', async () => (await endOf(mac)) === first);
    hotel.checkOut(reservation);
    await eventually('the gateway is asked to end the session', () => askedOf(session).includes('disconnect'));
    expect(askedOf(session)).toEqual(['change', 'disconnect']);
  });

  test('she is still online when the first end has passed; whose stay was not extended is out by then', async () => {
    const soon = inSeconds(unhurried(8));
    const [extended, other] = await Promise.all(
      ['eva', 'ida'].map((username) => made('/users', { username, password: 'a password of hers', valid_until: soon })),
    );
    const signIn = ({ username }: Record<string, string>) =>
      comesIn('username_password', { username, password: 'a password of hers' });
    const [stays, leaves] = [await signIn(extended), await signIn(other)];
    const first = await endOf(stays.mac);
    await house.world.made(200, 'PATCH', `/users/${extended.id}`, { body: { valid_until: inSeconds(3600) } });
    await eventually('the other is asked to leave', () => askedOf(leaves.session).includes('disconnect'));
    await eventually('the first end is over', () => Date.now() > first + 1000);
    expect((await browse(gateway.port, { url: 'http://example.com/', mac: stays.mac })).text).toBe('the web');
    expect(askedOf(stays.session)).toEqual(['change']);
    expect((await registrationOf(stays.mac)).status).toBe('active');
    expect((await registrationOf(leaves.mac)).status).toBe('expired');

    // No end at all, and one that comes sooner than was told.
    await house.world.made(200, 'PATCH', `/users/${extended.id}`, { body: { valid_until: null } });
    await eventually('no end is known', async () => (await registrationOf(stays.mac)).until === null);
    await eventually('the gateway is told', () => askedOf(stays.session).length === 2);
    await house.world.made(200, 'PATCH', `/users/${extended.id}`, { body: { valid_until: inSeconds(2) } });
    await eventually('it ends in time', () => askedOf(stays.session).includes('disconnect'));
    // A session ends within the second before.
    await eventually('so does the registration', async () => (await registrationOf(stays.mac)).status === 'expired');
  });

  test('an openNDS keeps her for the longer stay, and puts her out when it is over', async () => {
    const { reservation, typed } = await checkIn('Berger');
    const mac = newMac();
    expect((await arriveAtNds(mac, typed)).status).toBe(303);
    const first = await endOf(mac);
    hotel.extend(reservation, hotel.day(2));
    await eventually('the registration follows', async () => (await endOf(mac)) > first);
    expect(await toldToEnd(mac)).toBe('');
    hotel.checkOut(reservation);
    await eventually('it is told', async () => (await toldToEnd(mac)) === `${mac}\n`);
  });

  test('a registration that was ended, or is over, stays so', async () => {
    const { id, username } = await made('/users', {
      username: 'rosa',
      password: 'x y z 1 2 3',
      valid_until: inSeconds(3600),
    });
    const { mac } = await comesIn('username_password', { username: String(username), password: 'x y z 1 2 3' });
    const { id: registration, until } = await registrationOf(mac);
    await house.world.made(204, 'DELETE', `/registrations/${registration}`);
    await house.world.made(200, 'PATCH', `/users/${id}`, { body: { valid_until: inSeconds(7200) } });
    expect(await registrationOf(mac)).toMatchObject({ status: 'ended', until });
  });

  test('a room move leaves her online, at either gateway, as the account that she has now', async () => {
    const { reservation, typed, room } = await checkIn('Moser');
    const [phone, tablet] = [await comesIn('room_surname', typed), newMac()];
    expect((await arriveAtNds(tablet, typed)).status).toBe(303);
    const to = String((rooms += 1));
    hotel.move(reservation, to);
    const username = `${to}-moser`;
    await eventually('the account is another', async () => (await house.accounts())[username] === 'enabled');
    expect((await house.accounts())[`${room}-moser`]).toBeUndefined();
    expect(gateway.isOpen(phone.mac)).toBe(true);
    expect([await toldToEnd(tablet), askedOf(phone.session)]).toEqual(['', []]);
    expect([await registrationOf(phone.mac), await registrationOf(tablet)]).toMatchObject([
      { username, status: 'active' },
      { username, status: 'active' },
    ]);
    expect(await isOnline(username)).toBe(true);
    // What she has open counts for the account: a third device is one too many.
    const { _embedded } = await house.world.made(200, 'GET', `/users?filter[username]=${username}`);
    await house.world.made(200, 'PATCH', `/users/${_embedded.users[0].id}`, { body: { max_devices: 2 } });
    const third = await arriveAtNds(newMac(), { room: to, surname: 'Moser' });
    expect(third.status).toBe(422);
  });

  test('who has checked out, and whose account is taken away, reads why it is over; so does the house', async () => {
    const { reservation, typed } = await checkIn('Lang');
    const guest = await comesIn('room_surname', typed);
    hotel.checkOut(reservation);
    await eventually('it has ended', async () => (await registrationOf(guest.mac)).status === 'ended');
    expect(await registrationOf(guest.mac)).toMatchObject({ end_reason: 'account_disabled' });
    expect((await page(guest.status, guest.mac)).text).toContain('The account that you used has been closed');

    const { id, username } = await made('/users', { username: 'vera', password: 'x y z 1 2 3' });
    const deleted = await comesIn('username_password', { username: String(username), password: 'x y z 1 2 3' });
    await house.world.made(204, 'DELETE', `/users/${id}`);
    expect(await registrationOf(deleted.mac)).toMatchObject({ status: 'ended', end_reason: 'account_deleted' });
    await eventually('she is put out', () => askedOf(deleted.session).includes('disconnect'));
  });

  test('a registration by voucher follows its end, and ends with it', async () => {
    const [{ id, code }] = (await made('/vouchers', { table_id: groupId, duration: 3600 }))._embedded.vouchers;
    const guest = await comesIn('voucher', { code });
    const first = await endOf(guest.mac);
    await house.world.made(200, 'PATCH', `/vouchers/${id}`, { body: { duration: 7200 } });
    expect((await endOf(guest.mac)) - first).toBe(3_600_000);
    const [reported] = (await house.world.made(200, 'GET', `/reports/115?filter[username]=${code}`))._embedded.rows;
    expect(Date.parse(reported.valid_until) - first).toBe(3_600_000);
    await house.world.made(200, 'PATCH', `/vouchers/${id}`, { body: { duration: 1800 } });
    expect(first - (await endOf(guest.mac))).toBe(1_800_000);

    await house.world.made(204, 'DELETE', `/vouchers/${id}`);
    expect(await registrationOf(guest.mac)).toMatchObject({ status: 'ended', end_reason: 'voucher_revoked' });
    expect((await page(guest.status, guest.mac)).text).toContain('The voucher that you used is no longer valid.');
    await eventually('she is put out', () => askedOf(guest.session).includes('disconnect'));
  });

  test('of two devices in the same instant, one by RADIUS and one by the page, one gets in', async () => {
    const rounds = Array.from({ length: 12 }, (_, round) => round);
    const entered = [];
    for (const round of rounds) {
      const typed = { username: `pair-${round}`, password: 'x y z 1 2 3' };
      await made('/users', { ...typed, max_devices: 1 });
      const [phone, tablet] = [newMac(), newMac()];
      const captive = await browse(gateway.port, { url: 'http://example.com/', mac: phone });
      const sent = await proves(captive.location, phone, 'username_password', typed);
      const press = await readyToProve(arrivalAtNds(tablet), tablet, 'username_password', typed);
      const [, atNds] = await Promise.all([browse(gateway.port, { url: sent.location, mac: phone }), press()]);
      entered.push([gateway.isOpen(phone), atNds.status === 303].filter(Boolean).length);
    }
    expect(entered).toEqual(rounds.map(() => 1));
  });
});
