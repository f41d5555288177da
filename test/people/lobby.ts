import { rmSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Settings } from '../../src/kernel/settings.js';
import { type Connected, connected } from '../e2e/connected.js';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from '../radius/access-point.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Heard, over, signIn } from '../radius/radclient.js';
import { type Served, serve } from '../radius/served-radius.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

/** A hotel with its front desk, a FreeRADIUS, and an access point in the lobby. */
export class Lobby {
  private readonly stations = new Map<string, string>();

  private constructor(
    readonly house: Connected,
    readonly hotel: SimulatedHotel,
    readonly radius: Served,
    readonly ap: AccessPoint,
    readonly networkId: string,
  ) {}

  static async open(access: object = {}, settings: Partial<Settings> = {}): Promise<Lobby> {
    const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    const connection = {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      access: { preset: 'hotel-enterprise', password: '{{ last_name | ascii | downcase }}-{{ room }}', ...access },
    };
    const house = await connected(connection, settings);
    const ap = await AccessPoint.open();
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const { id: networkId } = (await house.world.made(201, 'POST', '/networks', {
      body: { name: 'House', clients: [{ ...client, vendor: 'cisco', require_message_authenticator: 0 }] },
    })) as { id: string };
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    const radius = await serve(house.world, house.world.fresh.url, listen);
    await eventually('the link is alive', () => hotel.ifc.isAlive);
    return new Lobby(house, hotel, radius, ap, networkId);
  }

  async close(): Promise<void> {
    await this.radius.server.stop();
    rmSync(this.radius.runFolder, { recursive: true, force: true });
    this.ap.close();
    await this.house.close();
    await this.hotel.stop();
  }

  made(path: string, body: object): Promise<JsonBody> {
    return this.house.world.made(201, 'POST', path, { body });
  }

  get(path: string): Promise<JsonBody> {
    return this.house.world.made(200, 'GET', path);
  }

  async online(query = ''): Promise<JsonBody[]> {
    return (await this.get(`/online?${query}`))._embedded.online;
  }

  /** Returns the reservation. */
  async checkIn(room: string, lastName: string, username: string): Promise<string> {
    const reservation = this.hotel.checkIn({ room, lastName, firstName: 'Eva' });
    await eventually('the account is there', async () => username in (await this.house.accounts()));
    return reservation;
  }

  tries(username: string, password: string, mac: string, ...more: string[]): Promise<Heard> {
    return signIn(this.radius.auth, username, password, `Calling-Station-Id = "${mac}"`, ...more);
  }

  /** Signs in and begins a session. */
  async joins(session: string, username: string, password: string, mac: string): Promise<void> {
    const { packet, attributes } = await this.tries(username, password, mac);
    expect([username, packet]).toEqual([username, 'Access-Accept']);
    this.stations.set(session, mac);
    await this.account('Start', session, username, `Class = ${attributes.Class}`);
  }

  account(status: string, session: string, username: string, ...more: string[]): Promise<Heard> {
    return this.radius.account(
      over(
        [
          `Acct-Status-Type = ${status}`,
          `Acct-Session-Id = "${session}"`,
          `User-Name = "${username}"`,
          'NAS-Identifier = "lobby"',
          'NAS-IP-Address = 10.0.0.7',
          `Calling-Station-Id = "${this.stations.get(session) ?? ''}"`,
          'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
        ],
        more,
      ),
    );
  }

  isAskedToEnd(session: string): boolean {
    return this.ap.asked.some(({ sessionId, to }) => sessionId === session && to === 'disconnect');
  }
}
