import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../../e2e/connected.js';
import { machineMilliseconds } from '../../kernel/machine-time.js';
import { eventually } from '../../kernel/manual-clock.js';
import { AccessPoint } from '../../radius/access-point.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { type Served, serve, withFreeRadius } from '../../radius/served-radius.js';
import { SimulatedHotel } from '../../simulators/fias/hotel.js';
import { browse, formsIn } from '../plain-browser.js';
import { type GearKind, gearKinds, type GuestGear } from './guest-gear.js';

/** What the portal promises: two seconds from the change to the gateway. */
const mostMilliseconds = 2_000;

withFreeRadius('access that ends before its time', () => {
  let house: Connected;
  let hotel: SimulatedHotel;
  let radius: Served;
  let groupId: string;
  const wires: AccessPoint[] = [];
  const gears = new Map<GearKind, GuestGear & { readonly slug: string }>();

  beforeAll(async () => {
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    house = await connected({
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      access: { preset: 'hotel-enterprise' },
    });
    ({ id: groupId } = await made('/user-groups', { name: 'Day guests', policy: {} }));
    const shared = await network('Guest', '127.0.0.1');
    const networks = new Map([[shared.source, shared]]);
    for (const { name, source } of gearKinds) if (source) networks.set(source, await network(name, source));
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(house.world, house.world.fresh.url, listen);
    for (const kind of gearKinds) {
      const { networkId, wire } = networks.get(kind.source ?? shared.source) ?? shared;
      // A network shows one portal; the others are those of their gateways.
      const place = kind.source ? { network_id: networkId } : {};
      const portal = { name: kind.name, methods: ['room_surname', 'voucher'], ...place };
      const { id, slug } = (await made('/captive-portals', portal)) as { id: string; slug: string };
      const gear = await kind.open({ world: house.world, radius, wire, slug });
      await made('/gateways', { name: kind.name, network_id: networkId, captive_portal_id: id, ...gear.record });
      gears.set(kind, { ...gear, slug });
    }
    shared.wire.obey = ({ sessionId = '', to }) => {
      if (to === 'disconnect') for (const gear of gears.values()) gear.ends?.(sessionId);
    };
    await eventually('the link is alive', () => hotel.ifc.isAlive);
  });
  afterAll(async () => {
    for (const gear of gears.values()) await gear.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    for (const wire of wires) wire.close();
    await house?.close();
    await hotel?.stop();
  });

  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });

  async function network(name: string, source: string) {
    const wire = await AccessPoint.open(source);
    wires.push(wire);
    const client = { address: source, short_name: name, secret: sharedSecret, coa_port: wire.port };
    const clients = [{ ...client, require_message_authenticator: 0 }];
    const { id } = (await made('/networks', { name, clients })) as { id: string };
    return { networkId: id, wire, source };
  }

  async function letIn(kind: GearKind, mac: string, by: string, typed: Readonly<Record<string, string>>) {
    const gear = gears.get(kind) as GuestGear;
    const url = await gear.arrive(mac);
    const first = await browse(house.world.port, { url, mac });
    const form = formsIn(first.text).find(({ fields }) => fields.by === by);
    const action = new URL(form?.action ?? '', url).href;
    await gear.enter(mac, await browse(house.world.port, { url: action, mac, fields: { ...form?.fields, ...typed } }));
    expect([by, await gear.letsIn(mac)]).toEqual([by, true]);
  }

  async function voucher(): Promise<{ id: string; code: string }> {
    return (await made('/vouchers', { table_id: groupId, duration: 3600 }))._embedded.vouchers[0];
  }

  async function checkIn(room: string): Promise<string> {
    const reservation = hotel.checkIn({ room, lastName: 'Huber', firstName: 'Anna' });
    const path = `/users?filter[username]=${room}-huber`;
    await eventually('the account is there', async () => (await house.world.made(200, 'GET', path)).total_items === 1);
    return reservation;
  }

  test.each(gearKinds)(
    'at $name a check-out, a revoked voucher and an ended registration are told in time',
    async (kind) => {
      const at = gearKinds.indexOf(kind);
      const macOf = (last: number) => `aa:bb:cc:50:${String(at).padStart(2, '0')}:0${last}`;
      const room = String(101 + at);
      const [reservation, revoked, kept] = await Promise.all([checkIn(room), voucher(), voucher()]);
      await letIn(kind, macOf(1), 'room_surname', { room, surname: 'Huber' });
      await letIn(kind, macOf(2), 'voucher', { code: revoked.code });
      await letIn(kind, macOf(3), 'voucher', { code: kept.code });
      const { _embedded } = await house.world.made(200, 'GET', `/registrations?filter[username]=${kept.code}`);
      const causes: Readonly<Record<string, () => unknown>> = {
        'check-out': () => hotel.checkOut(reservation),
        voucher: () => house.world.made(204, 'DELETE', `/vouchers/${revoked.id}`),
        registration: () => house.world.made(204, 'DELETE', `/registrations/${_embedded.registrations[0].id}`),
      };
      const took: Record<string, number> = {};
      for (const [index, [cause, end]] of Object.entries(causes).entries()) {
        took[cause] = await machineMilliseconds(async () => {
          await end();
          await eventually(`out by ${cause}`, async () => !(await gears.get(kind)?.letsIn(macOf(index + 1))));
        });
      }
      expect(Object.entries(took).filter(([, milliseconds]) => milliseconds > mostMilliseconds)).toEqual([]);
    },
  );
});
