import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from '../radius/access-point.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { browse, type Call, formsIn } from './plain-browser.js';
import { type Make, makes, SmallGateway } from './small-gateway.js';

withFreeRadius('a guest from the redirect to the check-out', () => {
  let house: Connected;
  let hotel: SimulatedHotel;
  let radius: Served;
  let ap: AccessPoint;
  let slug: string;
  let portalId: string;
  const gateways: SmallGateway[] = [];

  beforeAll(async () => {
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    house = await connected({
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', charge_currency: 'EUR' },
      access: { preset: 'hotel-enterprise' },
    });
    ap = await AccessPoint.open();
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const network = { name: 'Guest', clients: [{ ...client, require_message_authenticator: 0 }] };
    const { id: networkId } = await made('/networks', network);
    const methods = ['room_surname', 'voucher'];
    ({ slug, id: portalId } = (await made('/captive-portals', { name: 'Lobby', network_id: networkId, methods })) as {
      slug: string;
      id: string;
    });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(house.world, house.world.fresh.url, listen);
    for (const make of makes) {
      const { name, host, secrets, record } = make;
      await made('/gateways', { name, network_id: networkId, vendor: name, login_hosts: [host], secrets, ...record });
      gateways.push(await SmallGateway.open(make, `http://127.0.0.1:${house.world.port}/p/${slug}/${name}`, radius));
    }
    await eventually('the link is alive', () => hotel.ifc.isAlive);
  });
  afterAll(async () => {
    for (const gateway of gateways) gateway.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    ap?.close();
    await house?.close();
    await hotel?.stop();
  });

  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
  const gatewayOf = ({ name }: Make) => gateways.find(({ make }) => make.name === name) as SmallGateway;
  const macOf = (make: Make, last: string) => `aa:bb:cc:00:${makes.indexOf(make).toString().padStart(2, '0')}:${last}`;

  /** From any page of the web to the login that the portal's page leads to. */
  async function proves(make: Make, mac: string, by: string, typed: Record<string, string>): Promise<Call> {
    const { port } = gatewayOf(make);
    const captive = await browse(port, { url: 'http://example.com/', mac });
    expect(captive.status).toBe(302);
    const first = await browse(house.world.port, { url: captive.location, mac });
    const form = formsIn(first.text).find(({ fields }) => fields.by === by);
    const action = new URL(form?.action ?? '', captive.location).href;
    const sent = await browse(house.world.port, { url: action, mac, fields: { ...form?.fields, ...typed } });
    if (sent.status === 303) return { url: sent.location, mac };
    const [login] = formsIn(sent.text);
    expect([sent.status, login]).toEqual([200, expect.anything()]);
    return { url: login.action, mac, fields: login.fields };
  }

  async function checkIn(make: Make, name: string): Promise<{ reservation: string; typed: Record<string, string> }> {
    const room = String(101 + makes.indexOf(make));
    const reservation = hotel.checkIn({ room, lastName: name, firstName: 'Anna' });
    await eventually('the account is there', async () =>
      Object.entries(await house.accounts()).some(
        ([username, state]) => username === `${room}-${name}`.toLowerCase() && state === 'enabled',
      ),
    );
    return { reservation, typed: { room, surname: name } };
  }

  const isAskedToEnd = (session: string) =>
    ap.asked.some(({ sessionId, isGenuine, to }) => sessionId === session && isGenuine && to === 'disconnect');

  test.each(makes)('behind $name: checked in, by room and name online, checked out, disconnected', async (make) => {
    const { reservation, typed } = await checkIn(make, 'Huber');
    const mac = macOf(make, '01');
    const gateway = gatewayOf(make);
    const login = await proves(make, mac, 'room_surname', typed);
    const other = macOf(make, '02');
    expect((await browse(gateway.port, { ...login, mac: other })).status).toBe(307);
    expect(gateway.sessionOf(other)).toBeUndefined();

    const answer = await browse(gateway.port, login);
    expect([answer.status, answer.text]).toEqual([302, '']);
    const session = gateway.sessionOf(mac) ?? '';
    expect((await browse(gateway.port, { url: 'http://example.com/', mac })).text).toBe('the web');
    if (make.returnIn !== null)
      expect((await browse(house.world.port, { url: answer.location, mac })).text).toContain('You are online');
    expect(isAskedToEnd(session)).toBe(false);
    hotel.checkOut(reservation);
    await eventually('the gateway is asked to end the session', () => isAskedToEnd(session));
  });

  test('by a voucher, until it is taken back', async () => {
    const [make] = makes;
    const { id } = await made('/user-groups', { name: 'Day guests', policy: {} });
    const voucher = (await made('/vouchers', { table_id: id, duration: 3600 }))._embedded.vouchers[0];
    const mac = macOf(make, '03');
    const login = await proves(make, mac, 'voucher', { code: voucher.code });
    expect((await browse(gatewayOf(make).port, login)).status).toBe(302);
    const session = gatewayOf(make).sessionOf(mac) ?? '';
    await house.world.made(204, 'DELETE', `/vouchers/${voucher.id}`);
    await eventually('the gateway is asked to end the session', () => isAskedToEnd(session));
  });

  test('for money, on the room, by an account of its own, until that is disabled', async () => {
    const [make] = makes;
    const { typed } = await checkIn(make, 'Zahler');
    const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
    const tiers = [{ name: 'Fast', price: 490, currency: 'EUR', group, duration: 3600, pay: 'room' }];
    await house.world.made(200, 'PATCH', `/captive-portals/${portalId}`, { body: { tiers } });
    const mac = macOf(make, '04');
    const page = ({ action, fields }: { action: string; fields: Record<string, string> }) =>
      browse(house.world.port, { url: `http://127.0.0.1:${house.world.port}${action}`, mac, fields });
    const captive = await browse(gatewayOf(make).port, { url: 'http://example.com/', mac });
    const first = await browse(house.world.port, { url: captive.location, mac });
    const form = formsIn(first.text).find(({ fields }) => fields.by === 'room_surname');
    const action = new URL(form?.action ?? '', captive.location).pathname;
    const [tier] = formsIn((await page({ action, fields: { ...form?.fields, ...typed } })).text);
    const [accept] = formsIn((await page(tier)).text);
    const waiting = (await page(accept)).location;
    let login = '';
    await eventually('the hotel has booked it', async () => {
      const url = `http://127.0.0.1:${house.world.port}${waiting}`;
      ({ location: login } = await browse(house.world.port, { url, mac }));
      return login !== '';
    });
    expect((await browse(gatewayOf(make).port, { url: login, mac })).status).toBe(302);
    const session = gatewayOf(make).sessionOf(mac) ?? '';
    const path = '/registrations?filter[tier]=Fast';
    const [registration] = (await house.world.made(200, 'GET', path))._embedded.registrations;
    expect(registration).toMatchObject({ last_name: 'Zahler', price: 490, mac });
    expect(hotel.charges).toMatchObject([{ amount: 490, status: 'OK' }]);
    expect(isAskedToEnd(session)).toBe(false);
    await house.world.made(200, 'PATCH', `/users/${registration.user_id}`, { body: { disabled: 1 } });
    await eventually('the gateway is asked to end the session', () => isAskedToEnd(session));
  });
});
