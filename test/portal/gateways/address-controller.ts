import { type AccessPoint } from '../../radius/access-point.js';
import { type Heard, radclient } from '../../radius/radclient.js';
import type { Served } from '../../radius/served-radius.js';

export const acl = 'TO-PORTAL';
export const roles = { captive_role: 'guest-logon', role: 'guest' };
export type AddressVendor = 'cisco-cwa' | 'aruba-roles';

let devices = 0;

/**
 * A controller as its maker's documents say: it asks RADIUS about each device by its address, leads it to the portal
 * where RADIUS says so, and takes CoA and Disconnect.
 */
export class AddressController {
  /** What it was told of each device last: RADIUS's answer, or a role by CoA. */
  private readonly told = new Map<string, Heard>();
  private readonly roleOf = new Map<string, string>();
  private readonly sessions = new Map<string, string>();
  private doing: Promise<unknown> = Promise.resolve();

  /** `source`: the address from which it asks. */
  constructor(
    private readonly vendor: AddressVendor,
    private readonly portal: string,
    private readonly radius: Pick<Served, 'auth' | 'account'>,
    wire: AccessPoint,
    private readonly source = '127.0.0.1',
  ) {
    wire.obey = ({ to, callingStationId = '', limits }) => {
      if (limits.includes('9/1=subscriber:command=reauthenticate')) this.obeys(() => this.join(callingStationId));
      const role = limits.find((each) => each.startsWith('14823/1='))?.slice(8);
      if (role !== undefined) this.roleOf.set(callingStationId, role);
      if (to === 'disconnect') this.obeys(() => this.leave(callingStationId).then(() => this.join(callingStationId)));
    };
  }

  /** Until all that it was told has been done. */
  async settled(): Promise<void> {
    await this.doing;
  }

  private obeys(work: () => Promise<unknown>): void {
    this.doing = Promise.all([this.doing, work()]);
  }

  /** What the record of such a gateway says. */
  static record(vendor: AddressVendor, portal: string): object {
    return vendor === 'cisco-cwa' ? { portal_url: portal, redirect_acl: acl } : roles;
  }

  /** MAC authentication; accounting of a device that was not there before. */
  async join(mac: string): Promise<Heard> {
    const password = `User-Password = "${plain(mac)}"`;
    const asked = this.of(mac, password, 'Message-Authenticator = 0x00');
    const heard = await radclient(this.radius.auth, 'auth', asked);
    this.told.set(mac, heard);
    this.roleOf.set(mac, heard.attributes['Aruba-User-Role'] ?? '');
    if (!this.sessions.has(mac)) {
      this.sessions.set(mac, `s${(devices += 1)}`);
      await this.account(mac, this.sessions.get(mac) ?? '', 'Start');
    }
    return heard;
  }

  async leave(mac: string): Promise<void> {
    const session = this.sessions.get(mac) ?? '';
    this.sessions.delete(mac);
    await this.account(mac, session, 'Stop');
  }

  /** Where the device's first request is led to, if anywhere. */
  ledTo(mac: string): string | undefined {
    if (this.vendor === 'aruba-roles') {
      const query = new URLSearchParams({ cmd: 'login', mac: mac.replaceAll('-', ':').toLowerCase(), essid: 'Guest' });
      return this.role(mac) === roles.captive_role ? `${this.portal}/aruba-roles?${query}` : undefined;
    }
    const pairs = (this.told.get(mac)?.all ?? []).filter(([name]) => name === 'Cisco-AVPair').map(([, value]) => value);
    const url = pairs.find((each) => each.startsWith('url-redirect='))?.slice(13);
    if (pairs.includes(`url-redirect-acl=${acl}`) !== (url !== undefined)) throw new Error('a list without an address');
    return url;
  }

  role(mac: string): string | undefined {
    return this.roleOf.get(mac);
  }

  /** Whether the device's session goes on, and leads further than to the page. */
  letsIn(mac: string): boolean {
    return this.sessions.has(mac) && this.ledTo(mac) === undefined;
  }

  private account(mac: string, session: string, status: string): Promise<Heard> {
    return this.radius.account(
      this.of(
        mac,
        `Acct-Status-Type = ${status}`,
        `Acct-Session-Id = "${session}"`,
        `Class = ${this.told.get(mac)?.attributes.Class}`,
      ),
    );
  }

  private of(mac: string, ...more: string[]): string[] {
    return [
      `User-Name = "${plain(mac)}"`,
      `Calling-Station-Id = "${mac}"`,
      'Called-Station-Id = "00-11-22-33-44-55:Guest"',
      `NAS-IP-Address = ${this.source}`,
      `Packet-Src-IP-Address = ${this.source}`,
      ...more,
    ];
  }
}

/** As a controller names a device in User-Name. */
export function plain(mac: string): string {
  return mac.replaceAll('-', '').toLowerCase();
}
