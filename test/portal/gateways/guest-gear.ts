import { createHash } from 'node:crypto';
import type { UsherWorld } from '../../api/usher-world.js';
import { eventually } from '../../kernel/manual-clock.js';
import type { AccessPoint } from '../../radius/access-point.js';
import type { Served } from '../../radius/served-radius.js';
import { OmadaController, type OmadaOptions } from '../../simulators/omada/omada-controller.js';
import { SmartZoneController } from '../../simulators/smartzone/smartzone-controller.js';
import { UnifiController, type UnifiOptions } from '../../simulators/unifi/unifi-controller.js';
import { browse, formsIn } from '../plain-browser.js';
import { type Make, makes, SmallGateway } from '../small-gateway.js';
import { AddressController, type AddressVendor } from './address-controller.js';
import { dashed, SmallNas } from './small-nas.js';

type Answer = Awaited<ReturnType<typeof browse>>;

/** Where gear stands: a service with a portal for it, and the RADIUS server that asks and is asked. */
export interface Place {
  readonly world: UsherWorld;
  readonly radius: Pick<Served, 'auth' | 'account'>;
  /** What hears Disconnect and CoA for the gear. */
  readonly wire: AccessPoint;
  readonly slug: string;
}

/** Gear behind a portal, as a guest's device and the gear's own wire see it. */
export interface GuestGear {
  /** What its record says. */
  readonly record: object;
  /** The address of the page to which the device is led. */
  arrive(mac: string): Promise<string>;
  /** From the page's answer to the proof, until the device is in. */
  enter(mac: string, sent: Answer): Promise<void>;
  letsIn(mac: string): boolean | Promise<boolean>;
  /** Of a controller: the speed at which it lets the device download and upload, in kilobits per second. */
  speedOf?(mac: string): { readonly down: unknown; readonly up: unknown };
  /** Hears a Disconnect-Request. */
  ends?(session: string): void;
  close(): unknown;
}

export interface GearKind {
  readonly name: string;
  /** The address from which it asks RADIUS about devices; such gear has a network of its own. */
  readonly source?: string;
  open(place: Place): Promise<GuestGear>;
}

const pageOf = ({ world, slug }: Place): string => `http://127.0.0.1:${world.port}/p/${slug}`;

/** The page that waits leads on by itself. */
async function waitsFor(place: Place, { location }: Answer): Promise<void> {
  const url = new URL(location, pageOf(place)).href;
  await eventually('the page goes on', async () => (await browse(place.world.port, { url, mac: '' })).status === 303);
}

function byLogin(make: Make): GearKind {
  const { name, host, secrets, record } = make;
  return {
    name,
    async open(place) {
      const gateway = await SmallGateway.open(make, `${pageOf(place)}/${name}`, place.radius);
      return {
        record: { vendor: name, login_hosts: [host], secrets, ...record },
        arrive: async (mac) => (await browse(gateway.port, { url: 'http://example.com/', mac })).location,
        async enter(mac, sent) {
          const [form] = formsIn(sent.text);
          const login = sent.status === 303 ? { url: sent.location } : { url: form.action, fields: form.fields };
          await browse(gateway.port, { ...login, mac });
        },
        letsIn: (mac) => gateway.sessionOf(mac) !== undefined,
        ends: (session) => void gateway.end(session),
        close: () => gateway.close(),
      };
    },
  };
}

function byAddress(name: AddressVendor, source: string): GearKind {
  return {
    name,
    source,
    open(place) {
      const gear = new AddressController(name, pageOf(place), place.radius, place.wire, source);
      return Promise.resolve({
        record: { vendor: name, mac_auth: AddressController.record(name, pageOf(place)) },
        async arrive(mac) {
          await gear.join(dashed(mac));
          return gear.ledTo(dashed(mac)) ?? '';
        },
        async enter(mac, sent) {
          await waitsFor(place, sent);
          await eventually('the controller has heard it, too', () => gear.letsIn(dashed(mac)));
        },
        letsIn: (mac) => gear.letsIn(dashed(mac)),
        close: () => undefined,
      });
    },
  };
}

const smartZone: GearKind = {
  name: 'ruckus-smartzone',
  async open(place) {
    const nas = new SmallNas(place.radius, 'sz');
    const zone = await SmartZoneController.open(nas);
    const { url, password } = zone;
    return {
      record: { vendor: 'ruckus-smartzone', controller: { url }, secrets: { password } },
      arrive: (mac) => Promise.resolve(`${pageOf(place)}?${zone.redirect(mac)}`),
      enter: (_, sent) => waitsFor(place, sent),
      letsIn: (mac) => nas.sessions.has(mac),
      ends: (session) => void nas.end(session),
      close: () => zone.close(),
    };
  },
};

function unifi(name: string, options: UnifiOptions, secrets: Readonly<Record<string, string>>): GearKind {
  return {
    name,
    async open(place) {
      const controller = await UnifiController.open(options);
      return {
        record: { vendor: 'unifi', controller: { url: controller.url }, secrets },
        arrive(mac) {
          controller.joins(mac);
          const query = new URLSearchParams({ id: mac, ap: '00:11:22:33:44:55', t: '1', ssid: 'Guest' });
          return Promise.resolve(`${pageOf(place)}/unifi?${query}&site=default`);
        },
        enter: (_, sent) => waitsFor(place, sent),
        letsIn: (mac) => controller.letsIn(mac),
        speedOf: (mac) => controller.speedOf(mac),
        close: () => controller.close(),
      };
    },
  };
}

function omada(name: string, more: Pick<OmadaOptions, 'countsIn' | 'version'>): GearKind {
  const operator = { name: 'usher', password: 'a hotspot operator' };
  const { name: username, password } = operator;
  return {
    name,
    async open(place) {
      const controller = await OmadaController.open({ ...operator, ...more });
      return {
        record: { vendor: 'omada', controller: { url: controller.url }, secrets: { username, password } },
        arrive(mac) {
          const { siteId: site } = controller;
          const where = { apMac: '00-11-22-33-44-55', ssidName: 'Guest', radioId: '1', site, t: '1700000000' };
          const device = { clientMac: dashed(mac), ...(more.version === '6.2.10.17' ? { clientIp: '10.7.0.9' } : {}) };
          return Promise.resolve(`${pageOf(place)}?${new URLSearchParams({ ...device, ...where })}`);
        },
        enter: (_, sent) => waitsFor(place, sent),
        letsIn: (mac) => controller.letsIn(mac),
        speedOf: (mac) => controller.speedOf(mac),
        close: () => controller.close(),
      };
    },
  };
}

/** It asks who has to go: in is whom it was not told. */
const openNds: GearKind = {
  name: 'opennds',
  open(place) {
    const faskey = 'a shared key of the house';
    return Promise.resolve({
      record: { vendor: 'opennds', login_hosts: ['10.8.0.1'], secrets: { faskey } },
      arrive(mac) {
        const hid = mac.replaceAll(':', '');
        const told = `hid=${hid}, clientip=10.8.0.9, clientmac=${mac}, gatewayaddress=10.8.0.1:2050`;
        const fas = Buffer.from(told).toString('base64');
        return Promise.resolve(`${pageOf(place)}?${new URLSearchParams({ fas })}`);
      },
      enter: () => Promise.resolve(),
      async letsIn(mac) {
        const sum = createHash('sha256').update(`${mac}${faskey}`).digest('hex');
        const url = `${pageOf(place)}/opennds/ended`;
        const { text } = await browse(place.world.port, { url, mac: '', fields: { macs: mac, sum } });
        return !text.includes(mac);
      },
      close: () => undefined,
    });
  },
};

const user = { username: 'usher', password: 'a local administrator' };

/** Controllers that are told the speed of each guest. */
export const toldSpeeds: readonly GearKind[] = [
  unifi('unifi, Integration API', { hasUnifiOs: true, apiKey: 'key 1' }, { api_key: 'key 1' }),
  unifi('unifi, older API of a console', { hasUnifiOs: true, ...user }, user),
  unifi('unifi, older API of an application', user, user),
  omada('omada 6.2.10', { countsIn: 'milliseconds', version: '6.2.10.17' }),
];

/** Everything by which a guest's access can be ended before its time. */
export const gearKinds: readonly GearKind[] = [
  ...makes.map(byLogin),
  byAddress('cisco-cwa', '127.0.0.2'),
  byAddress('aruba-roles', '127.0.0.3'),
  smartZone,
  ...toldSpeeds,
  omada('omada', { countsIn: 'milliseconds' }),
  openNds,
];
