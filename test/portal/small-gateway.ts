import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { radclient } from '../radius/radclient.js';
import type { Served } from '../radius/served-radius.js';

type Words = Readonly<Record<string, string>>;

/** One make, as its maker describes it: what its redirect carries and which login it takes. */
export interface Make {
  readonly name: string;
  /** Of the address that a browser must call. */
  readonly host: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly names: readonly [username: string, password: string];
  redirect(mac: string): Words;
  /** What else the login has to carry. */
  readonly wants: Words;
  readonly returnIn: string | null;
  readonly secrets?: Words;
  /** What the gateway's record says besides. */
  readonly record?: object;
}

export const uamsecret = 'between chilli and the page';
const challenge = '00112233445566778899aabbccddeeff';
const address = '10.9.0.7';

export const makes: readonly Make[] = [
  {
    name: 'coova',
    host: '10.1.0.1:3990',
    path: '/logon',
    method: 'GET',
    names: ['username', 'password'],
    redirect: (mac) => ({
      res: 'notyet',
      uamip: '10.1.0.1',
      uamport: '3990',
      challenge,
      mac: dashed(mac),
      ip: address,
    }),
    wants: {},
    returnIn: 'userurl',
    secrets: { uamsecret },
  },
  {
    name: 'mikrotik',
    host: '10.5.50.1',
    path: '/login',
    method: 'POST',
    names: ['username', 'password'],
    redirect: (mac) => ({
      mac: mac.toUpperCase(),
      ip: address,
      'link-login-only': 'http://10.5.50.1/login',
      'chap-id': String.raw`\027`,
      'chap-challenge': String.raw`\001\377abcdefghijk\200\134\000`,
    }),
    wants: { popup: 'false' },
    returnIn: 'dst',
  },
  {
    name: 'cisco',
    host: '192.0.2.1',
    path: '/login.html',
    method: 'POST',
    names: ['username', 'password'],
    redirect: (mac) => ({ switch_url: 'https://192.0.2.1/login.html', client_mac: mac, wlan: 'Guest' }),
    wants: { buttonClicked: '4', err_flag: '0' },
    returnIn: 'redirect_url',
  },
  {
    name: 'aruba',
    host: 'securelogin.arubanetworks.com',
    path: '/cgi-bin/login',
    method: 'POST',
    names: ['user', 'password'],
    redirect: (mac) => ({ cmd: 'login', mac, ip: address, essid: 'Guest', switchip: 'securelogin.arubanetworks.com' }),
    wants: { cmd: 'authenticate' },
    returnIn: 'url',
  },
  {
    name: 'fortinet',
    host: 'fgt.example.com:1003',
    path: '/fgtauth',
    method: 'POST',
    names: ['username', 'password'],
    redirect: (mac) => ({
      login: '',
      post: 'https://fgt.example.com:1003/fgtauth',
      magic: '0a1b2c3d4e5f6071',
      usermac: mac,
      userip: address,
    }),
    wants: { magic: '0a1b2c3d4e5f6071' },
    returnIn: null,
  },
  {
    name: 'cambium',
    host: '10.2.0.1:880',
    path: '/cgi-bin/hotspot_login.cgi',
    method: 'POST',
    names: ['ga_user', 'ga_pass'],
    redirect: (mac) => ({
      ga_srvr: '10.2.0.1',
      ga_cmac: dashed(mac),
      ga_cip: address,
      ga_ssid: 'Guest',
      ga_Qv: 'q1w2',
    }),
    wants: { ga_srvr: '10.2.0.1', ga_cip: address, ga_ssid: 'Guest', ga_Qv: 'q1w2' },
    returnIn: null,
  },
  {
    name: 'extreme',
    host: '1.1.1.1',
    path: '/reg.php',
    method: 'POST',
    names: ['username', 'password'],
    redirect: (mac) => ({
      'RADIUS-NAS-IP': '10.3.0.1',
      'Calling-Station-Id': dashed(mac),
      'STA-IP': address,
      ssid: 'Guest',
      url: 'granted',
    }),
    wants: { ssid: 'Guest', url: 'granted', autherr: '0', Submit2: 'Submit' },
    returnIn: null,
  },
  {
    name: 'ruckus',
    host: '10.4.0.1:9997',
    path: '/login',
    method: 'POST',
    names: ['username', 'password'],
    redirect: (mac) => ({ sip: '10.4.0.1', client_mac: mac.replaceAll(':', ''), uip: address, ssid: 'Guest' }),
    wants: { ip: address },
    returnIn: null,
  },
  {
    name: 'meraki',
    host: 'n143.network-auth.com',
    path: '/splash/login',
    method: 'POST',
    names: ['username', 'password'],
    redirect: (mac) => ({
      login_url: 'https://n143.network-auth.com/splash/login?mauth=MMabc',
      client_mac: mac,
      client_ip: address,
    }),
    wants: {},
    returnIn: 'success_url',
  },
  {
    name: 'generic',
    host: 'login.gear.example:8080',
    path: '/guest/do_login',
    method: 'GET',
    names: ['who', 'code'],
    redirect: (mac) => ({
      device: mac.toUpperCase(),
      login_url: 'http://login.gear.example:8080/elsewhere?x=1',
      token: 'a1b2',
      lang: 'xx',
    }),
    wants: { token: 'a1b2', action: 'login' },
    returnIn: 'next',
    record: {
      hand_over: {
        mac_in: 'device',
        address_in: 'login_url',
        error_in: 'why',
        scheme: 'http',
        port: 8080,
        path: '/guest/do_login',
        method: 'get',
        username_field: 'who',
        password_field: 'code',
        return_field: 'next',
        sent_back: ['token'],
        fixed: { action: 'login' },
      },
    },
  },
];

/** How guests reach it. */
export interface GatewayLink {
  readonly address: string;
  /** For logins over HTTPS. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Whose request it is. */
  macOf(request: IncomingMessage): string;
  letIn(mac: string, seconds: number | null): void;
  putOut(mac: string): void;
}

/** Every host is reached here, and the device says which it is. */
const loopback: GatewayLink = {
  address: '127.0.0.1',
  macOf: ({ headers }) => String(headers['x-device']),
  letIn: () => undefined,
  putOut: () => undefined,
};

/**
 * A gateway on a real socket, written from the makers' documents: it sends who is not in to the portal, takes the login
 * of its make, asks RADIUS and begins a session. What a device may reach is its link's.
 */
export class SmallGateway {
  private readonly sessions = new Map<string, string>();
  private readonly begun = new Map<string, number>();
  /** When it ends a session by itself: milliseconds since 1970, by device. */
  private readonly timeouts = new Map<string, number>();

  private constructor(
    readonly make: Make,
    private readonly portal: string,
    private readonly radius: Pick<Served, 'auth' | 'account'>,
    private readonly ssid: string,
    private readonly link: GatewayLink,
    private readonly servers: readonly Server[],
  ) {
    for (const server of servers)
      server.on('request', (request, response) => {
        this.serve(request, response).catch((error: unknown) => {
          response.writeHead(500).end(String(error));
        });
      });
  }

  static async open(
    make: Make,
    portal: string,
    radius: Pick<Served, 'auth' | 'account'>,
    ssid = 'Guest',
    link: GatewayLink = loopback,
  ): Promise<SmallGateway> {
    const servers: Server[] = [createServer(), ...(link.certificate ? [createSecureServer(link.certificate)] : [])];
    for (const server of servers)
      await new Promise<void>((resolve) => {
        server.listen(0, link.address, resolve);
      });
    return new SmallGateway(make, portal, radius, ssid, link, servers);
  }

  get port(): number {
    return (this.servers[0].address() as AddressInfo).port;
  }

  /** For HTTPS. */
  get securePort(): number {
    return (this.servers[1].address() as AddressInfo).port;
  }

  /** As a Disconnect-Request demands. */
  async end(session: string): Promise<void> {
    const [mac] = [...this.sessions].find(([, each]) => each === session) ?? [];
    if (mac === undefined) return;
    this.sessions.delete(mac);
    this.link.putOut(mac);
    await this.radius.account([
      `Calling-Station-Id = "${dashed(mac)}"`,
      'NAS-Identifier = "lobby"',
      'Acct-Status-Type = Stop',
      `Acct-Session-Id = "${session}"`,
      'Acct-Terminate-Cause = Admin-Reset',
    ]);
  }

  /** As a CoA-Request demands, by a make that counts from when the session began. */
  prolong(session: string, seconds: number): void {
    for (const [mac, each] of this.sessions)
      if (each === session) this.timeouts.set(mac, (this.begun.get(mac) ?? 0) + seconds * 1000);
  }

  /** Its accounting session of that device, when it is in. */
  sessionOf(mac: string): string | undefined {
    return this.sessions.get(mac);
  }

  /** Whether it lets the device pass, as far as it has been told by now. */
  isOpen(mac: string, atMilliseconds = Date.now()): boolean {
    return this.sessions.has(mac) && atMilliseconds < (this.timeouts.get(mac) ?? Number.POSITIVE_INFINITY);
  }

  close(): void {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { make } = this;
    const mac = this.link.macOf(request);
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.host !== make.host || url.pathname !== make.path) {
      if (this.isOpen(mac)) response.end('the web');
      else response.writeHead(302, { location: this.redirectOf(mac) }).end();
      return;
    }
    let body = '';
    for await (const part of request) body += String(part);
    const form = Object.fromEntries(make.method === 'GET' ? url.searchParams : new URLSearchParams(body));
    const lacking = Object.entries(make.wants).filter(([name, value]) => form[name] !== value);
    if (request.method !== make.method || lacking.length > 0) {
      response.writeHead(400).end(JSON.stringify(lacking));
      return;
    }
    const [username, password] = make.names.map((name) => form[name] ?? '');
    const isIn = await this.signIn(mac, username, password);
    const location = isIn ? (make.returnIn ? form[make.returnIn] : 'http://example.com/') : this.redirectOf(mac, true);
    response.writeHead(isIn ? 302 : 307, { location }).end();
  }

  private redirectOf(mac: string, isRefused = false): string {
    const refused: Words = isRefused && this.make.name === 'coova' ? { res: 'failed' } : {};
    const address = `${this.portal}?${new URLSearchParams({ ...this.make.redirect(mac), ...refused })}`;
    if (this.make.name !== 'coova') return address;
    return `${address}&md=${md5(Buffer.from(address + uamsecret))
      .toString('hex')
      .toUpperCase()}`;
  }

  private async signIn(mac: string, username: string, password: string): Promise<boolean> {
    const device = [
      `User-Name = "${username}"`,
      `Calling-Station-Id = "${dashed(mac)}"`,
      `Called-Station-Id = "00-11-22-33-44-55:${this.ssid}"`,
      'NAS-Identifier = "lobby"',
    ];
    const shown = await radclient(this.radius.auth, 'auth', [
      ...device,
      ...this.credential(mac, password),
      'Message-Authenticator = 0x00',
    ]);
    if (shown.packet !== 'Access-Accept') return false;
    const session = `${this.make.name}-${mac}`;
    const started = await this.radius.account([
      ...device,
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "${session}"`,
      `Class = ${shown.attributes.Class}`,
    ]);
    if (started.packet !== 'Accounting-Response') throw new Error('accounting is not answered');
    this.sessions.set(mac, session);
    const { 'Session-Timeout': seconds } = shown.attributes;
    this.begun.set(mac, Date.now());
    this.timeouts.set(mac, seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(seconds) * 1000);
    this.link.letIn(mac, seconds === undefined ? null : Number(seconds));
    return true;
  }

  private credential(mac: string, password: string): string[] {
    if (this.make.name === 'mikrotik') {
      const { 'chap-id': id, 'chap-challenge': sent } = this.make.redirect(mac);
      return [`CHAP-Password = 0x${octets(id)}${password}`, `CHAP-Challenge = 0x${octets(sent)}`];
    }
    if (this.make.name !== 'coova') return [`User-Password = "${password}"`];
    const key = md5(Buffer.concat([Buffer.from(challenge, 'hex'), Buffer.from(uamsecret)]));
    // As uspot, and chilli before 1.3: what is longer is cut off.
    const plain = Buffer.from(password, 'hex')
      .subarray(0, key.length)
      .map((byte, at) => byte ^ key[at]);
    return [`User-Password = "${Buffer.from(plain).toString()}"`];
  }
}

const dashed = (mac: string): string => mac.replaceAll(':', '-').toUpperCase();
const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

/** RouterOS writes bytes as three octal digits; as hex. */
function octets(text: string): string {
  const parts = text.match(/\\\d{3}|[^\\]/g) ?? [];
  return parts
    .map((part) => (part.length === 4 ? Number.parseInt(part.slice(1), 8) : part.charCodeAt(0)))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
