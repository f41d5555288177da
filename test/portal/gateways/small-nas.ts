import { type Heard, radclient } from '../../radius/radclient.js';
import type { Served } from '../../radius/served-radius.js';

/** The RADIUS side of gear that lets guests in: asks a real FreeRADIUS, and keeps the sessions that it began. */
export class SmallNas {
  /** Accounting session by device. */
  readonly sessions = new Map<string, string>();

  constructor(
    private readonly radius: Pick<Served, 'auth' | 'account'>,
    private readonly mark: string,
  ) {}

  authenticate(mac: string, username: string, password: string, ...more: string[]): Promise<Heard> {
    return radclient(this.radius.auth, 'auth', [
      ...this.device(mac, username),
      `User-Password = "${password}"`,
      ...more,
      'Message-Authenticator = 0x00',
    ]);
  }

  async begin(mac: string, username: string, accepted: Heard, ...more: string[]): Promise<void> {
    const session = `${this.mark}-${mac}`;
    const started = await this.radius.account([
      ...this.device(mac, username),
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "${session}"`,
      ...(accepted.attributes.Class ? [`Class = ${accepted.attributes.Class}`] : []),
      ...more,
    ]);
    if (started.packet !== 'Accounting-Response') throw new Error('accounting is not answered');
    this.sessions.set(mac, session);
  }

  /** As a Disconnect-Request demands. */
  async end(session: string): Promise<void> {
    const [mac] = [...this.sessions].find(([, each]) => each === session) ?? [];
    if (mac === undefined) return;
    this.sessions.delete(mac);
    await this.radius.account([
      `Calling-Station-Id = "${dashed(mac)}"`,
      'NAS-Identifier = "lobby"',
      'Acct-Status-Type = Stop',
      `Acct-Session-Id = "${session}"`,
      'Acct-Terminate-Cause = Admin-Reset',
    ]);
  }

  private device(mac: string, username: string): string[] {
    return [
      `User-Name = "${username}"`,
      `Calling-Station-Id = "${dashed(mac)}"`,
      'Called-Station-Id = "00-11-22-33-44-55:Guest"',
      'NAS-Identifier = "lobby"',
    ];
  }
}

export const dashed = (mac: string): string => mac.replaceAll(':', '-').toUpperCase();
