import { type ChildProcess, spawn } from 'node:child_process';
import { lastWill } from '../e2e/last-will.js';
import type { RunningService } from '../e2e/service.js';
import { AccessPoint } from '../radius/access-point.js';
import { freePort, missingPackages, sharedSecret } from '../radius/around.js';
import { join } from '../radius/eapol.js';
import { type Heard, radclient, signIn } from '../radius/radclient.js';

type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

const session = 'demo-laptop';

/** A FreeRADIUS beside the demo's service, one access point, and a guest's laptop with a real supplicant. */
export class DemoWifi {
  private constructor(
    private readonly api: Api,
    private readonly radius: ChildProcess,
    readonly networkId: string,
    readonly auth: number,
    readonly acct: number,
    readonly accessPoint: AccessPoint,
  ) {}

  /** Debian packages that are missing; none: it can be opened. */
  static readonly missing = missingPackages();

  static async open(api: Api, service: RunningService, environment: Record<string, string>): Promise<DemoWifi> {
    const accessPoint = await AccessPoint.open();
    const { id: networkId } = await api('POST', '/networks', {
      name: 'Lindenhof',
      ssid: 'Lindenhof',
      clients: [{ address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: accessPoint.port }],
    });
    const [auth, acct] = [await freePort(), await freePort()];
    const radius = spawn(process.execPath, ['dist/bin/usher.js', 'radius'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        USHER_RADIUS_ADDRESS: '127.0.0.1',
        USHER_RADIUS_AUTH_PORT: String(auth),
        USHER_RADIUS_ACCT_PORT: String(acct),
        USHER_TOKEN: service.token,
        ...environment,
      },
    });
    lastWill.end(radius);
    await new Promise<void>((resolve, reject) => {
      radius.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('FreeRADIUS answers')) resolve();
      });
      radius.once('exit', (code) => reject(new Error(`FreeRADIUS did not start (${code ?? 'killed'})`)));
    });
    return new DemoWifi(api, radius, String(networkId), auth, acct, accessPoint);
  }

  /** Joins by PEAP with the account's password, as a laptop does, and begins a session there. */
  async joins(username: string, password: string): Promise<boolean> {
    // Text, not JSON.
    const { msg: authority } = await this.api('GET', '/certificates/ca');
    const hasJoined = await join(
      this.auth,
      [
        'eap=PEAP',
        `identity="${username}"`,
        `password="${password}"`,
        'anonymous_identity="guest"',
        'ca_cert="FOLDER/ca.pem"',
        'phase2="auth=MSCHAPV2"',
      ],
      { 'ca.pem': String(authority) },
    );
    // The supplicant's Class is not shown: one more login, as an access point makes at each roaming, has one.
    const { attributes } = await signIn(this.auth, username, password);
    await this.account([
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "${session}"`,
      `User-Name = "${username}"`,
      `Class = ${attributes.Class}`,
      'Calling-Station-Id = "AA-BB-CC-00-11-22"',
      'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
    ]);
    return hasJoined;
  }

  /** What an access point says of a session. */
  account(attributes: readonly string[]): Promise<Heard> {
    return radclient(this.acct, 'acct', attributes);
  }

  /** Whether the access point was asked to end the session, the laptop's where none is named. */
  isThrownOff(ended: string = session): boolean {
    return this.accessPoint.asked.some(({ sessionId, isGenuine }) => sessionId === ended && isGenuine);
  }

  /** Whether the account still opens the network. */
  async canSignIn(username: string, password: string): Promise<boolean> {
    return (await signIn(this.auth, username, password)).packet === 'Access-Accept';
  }

  async close(): Promise<void> {
    this.accessPoint.close();
    // Ctrl-C reaches it, too: it may have ended by itself.
    if (this.radius.exitCode !== null || this.radius.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      this.radius.on('exit', resolve);
    });
    this.radius.kill('SIGTERM');
    await ended;
  }
}
