import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface UnifiOptions {
  /** A console with UniFi OS: its Network application is behind /proxy/network, and POST takes a CSRF token. */
  readonly hasUnifiOs?: boolean;
  readonly apiKey?: string;
  readonly username?: string;
  readonly password?: string;
  readonly site?: string;
}

/** Kilobits per second; null: no limit. */
export interface ToldSpeed {
  readonly down: number | null;
  readonly up: number | null;
}

interface Station {
  readonly id: string;
  readonly mac: string;
  /** As the access point knows it: a while after the controller was told. */
  authorized: boolean;
  told: boolean;
  endsAtMilliseconds: number;
  speed: ToldSpeed;
  isHere: boolean;
}

const noLimit: ToldSpeed = { down: null, up: null };

/**
 * UniFi Network on a real socket, both of its APIs, as documented and as its users report: it answers OK before the
 * access point knows, forgets sessions, limits calls, does not list who is away. Limits of the
 * Integration API: https://developer.ui.com/network/v11.0.97/executeconnectedclientaction
 */
export class UnifiController {
  /** Everything that was asked: method, path, body. */
  readonly asked: { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }[] = [];
  /** Answers this status to everything. */
  failsWith: { readonly status: number; readonly retryAfterSeconds?: number } | null = null;
  /** Says yes, and opens or closes only when `reachAccessPoints` is called. */
  isSlow = false;
  /** Whoever is put out is not, and no answer comes. */
  isHolding = false;
  held = 0;
  /** Whoever is let in waits for it, and for the answer. */
  admitsAfter: Promise<void> | null = null;
  private readonly stations = new Map<string, Station>();
  private session: { readonly cookie: string; readonly csrf: string } | null = null;
  private readonly siteId = randomUUID();

  private constructor(
    private readonly server: Server,
    private readonly options: UnifiOptions,
  ) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async open(options: UnifiOptions): Promise<UnifiController> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new UnifiController(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A device joins the Wi-Fi of a hotspot. */
  joins(mac: string): void {
    const known = this.stations.get(mac);
    if (known) known.isHere = true;
    else
      this.stations.set(mac, {
        id: randomUUID(),
        mac,
        authorized: false,
        told: false,
        endsAtMilliseconds: 0,
        speed: noLimit,
        isHere: true,
      });
  }

  leaves(mac: string): void {
    this.station(mac).isHere = false;
  }

  /** What the access point does with the device. */
  letsIn(mac: string): boolean {
    return this.station(mac).authorized;
  }

  /** At which it lets the device download and upload, as its guest counts. */
  speedOf(mac: string): ToldSpeed {
    return this.station(mac).speed;
  }

  minutesLeft(mac: string): number {
    return Math.round((this.station(mac).endsAtMilliseconds - Date.now()) / 60_000);
  }

  /** Its access points hear what it was told. */
  reachAccessPoints(): void {
    for (const station of this.stations.values()) station.authorized = station.told;
  }

  /** Access ends before the time that was asked for: its users report that, too. */
  expires(mac: string): void {
    Object.assign(this.station(mac), { authorized: false, told: false });
  }

  endSessions(): void {
    this.session = null;
  }

  private station(mac: string): Station {
    const station = this.stations.get(mac);
    if (!station) throw new Error(`nobody has joined with ${mac}`);
    return station;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const method = request.method ?? '';
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    this.asked.push({ method, path: pathname, body });
    const isAdmission = body.action === 'AUTHORIZE_GUEST_ACCESS' || body.cmd === 'authorize-guest';
    const isEnding = body.action === 'UNAUTHORIZE_GUEST_ACCESS' || body.cmd === 'unauthorize-guest';
    if (isEnding && this.isHolding) {
      this.held += 1;
      return;
    }
    if (isAdmission && this.admitsAfter) await this.admitsAfter;
    const send = (status: number, json: object, headers: Record<string, string | string[]> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    };
    if (this.failsWith) {
      const { status, retryAfterSeconds } = this.failsWith;
      return send(status, {}, retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) });
    }
    const { hasUnifiOs = false } = this.options;
    const prefix = hasUnifiOs ? '/proxy/network' : '';
    if (pathname === (hasUnifiOs ? '/api/auth/login' : '/api/login')) return this.login(body, send);
    if (pathname.startsWith(`${prefix}/integration/v1/`) && this.options.apiKey !== undefined) {
      if (request.headers['x-api-key'] !== this.options.apiKey) return send(401, { error: { code: 401 } });
      const path = pathname.slice(`${prefix}/integration/v1`.length);
      return this.integration({ method, path, filter: searchParams.get('filter') ?? '', body }, send);
    }
    if (pathname.startsWith(`${prefix}/api/s/`)) {
      const cookie = request.headers.cookie ?? '';
      const isCsrfRight = method === 'GET' || !hasUnifiOs || request.headers['x-csrf-token'] === this.session?.csrf;
      if (!this.session || !cookie.includes(this.session.cookie) || !isCsrfRight)
        return send(401, { meta: { rc: 'error', msg: 'api.err.LoginRequired' }, data: [] });
      return this.classic({ method, path: pathname.slice(`${prefix}/api/s`.length), body }, send);
    }
    // As a console shows its page for what it does not know.
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>UniFi</title>');
  }

  private login({ username, password }: Record<string, unknown>, send: Send): void {
    if (username !== this.options.username || password !== this.options.password)
      return send(this.options.hasUnifiOs ? 403 : 400, { meta: { rc: 'error', msg: 'api.err.Invalid' } });
    this.session = { cookie: randomBytes(8).toString('hex'), csrf: randomBytes(8).toString('hex') };
    const { cookie, csrf } = this.session;
    const expires = 'expires=Wed, 22 Nov 2034 10:00:00 GMT';
    if (this.options.hasUnifiOs)
      send(200, {}, { 'set-cookie': `TOKEN=${cookie}; path=/; ${expires}; httponly`, 'x-csrf-token': csrf });
    else
      send(200, { meta: { rc: 'ok' }, data: [] }, { 'set-cookie': [`unifises=${cookie}; Path=/; ${expires}`, `a=b`] });
  }

  private integration({ method, path, filter, body }: Call & { readonly filter: string }, send: Send): void {
    const { site = 'default' } = this.options;
    if (path === '/sites') return send(200, { data: [{ id: this.siteId, internalReference: site, name: 'House' }] });
    const [, clientId, action] = new RegExp(`^/sites/${this.siteId}/clients(?:/([^/]+)(/actions)?)?$`).exec(path) ?? [];
    const here = [...this.stations.values()].filter(({ isHere }) => isHere);
    if (path === `/sites/${this.siteId}/clients`) {
      const [, mac] = /^macAddress\.eq\('([0-9a-f:]{17})'\)$/.exec(filter) ?? [];
      const found = here.filter((each) => each.mac === mac);
      return send(200, { data: found.map(({ id, mac: macAddress }) => ({ id, macAddress, type: 'WIRELESS' })) });
    }
    const station = here.find(({ id }) => id === clientId);
    if (!station) return send(404, { statusCode: 404 });
    const { id, mac: macAddress } = station;
    if (!action) return send(200, { id, macAddress, access: { type: 'GUEST', authorized: station.authorized } });
    if (method !== 'POST') return send(405, {});
    if (body.action !== 'AUTHORIZE_GUEST_ACCESS') {
      this.tell(station, 0);
      return send(200, { action: body.action });
    }
    const isWithin = (name: string, [least, most]: readonly [number, number]) =>
      body[name] === undefined ||
      (Number.isInteger(body[name]) && least <= Number(body[name]) && Number(body[name]) <= most);
    const wrong = Object.entries(ranges).find(([name, range]) => !isWithin(name, range));
    if (wrong)
      return send(400, { statusCode: 400, code: 'api.request.argument-constraint-violation', message: wrong[0] });
    const { timeLimitMinutes = 480, rxRateLimitKbps = null, txRateLimitKbps = null } = body;
    // What the client receives is its download.
    const speed = { down: rxRateLimitKbps, up: txRateLimitKbps } as ToldSpeed;
    this.tell(station, Number(timeLimitMinutes), speed);
    return send(200, { action: body.action, grantedAuthorization: { authorizationMethod: 'API', ...body } });
  }

  private classic({ method, path, body }: Call, send: Send): void {
    const { site = 'default' } = this.options;
    const [, said, rest] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
    const error = (status: number, msg: string): void => send(status, { meta: { rc: 'error', msg }, data: [] });
    if (said !== site) return error(401, 'api.err.NoSiteContext');
    if (rest === '/self') return send(200, { meta: { rc: 'ok' }, data: [{}] });
    if (rest.startsWith('/stat/sta/')) {
      const station = this.stations.get(decodeURIComponent(rest.slice('/stat/sta/'.length)));
      if (!station?.isHere) return error(400, 'api.err.UnknownStation');
      return send(200, { meta: { rc: 'ok' }, data: [{ mac: station.mac, authorized: station.authorized }] });
    }
    if (rest !== '/cmd/stamgr' || method !== 'POST') return error(404, 'api.err.NotFound');
    const station = this.stations.get(String(body.mac));
    if (!station) return error(400, 'api.err.UnknownStation');
    const { minutes = 480, down = null, up = null } = body;
    if (body.cmd === 'authorize-guest') this.tell(station, Number(minutes), { down, up } as ToldSpeed);
    else this.tell(station, 0);
    return send(200, { meta: { rc: 'ok' }, data: [] });
  }

  /** Each time anew: nothing is left of what it was told before. */
  private tell(station: Station, minutes: number, speed = noLimit): void {
    station.told = minutes > 0;
    station.speed = speed;
    station.endsAtMilliseconds = Date.now() + minutes * 60_000;
    // Who is away hears of it when it is back: the gate is the access point's.
    if (!this.isSlow) station.authorized = station.told;
  }
}

/** The Integration API refuses what is outside. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  timeLimitMinutes: [1, 1_000_000],
  dataUsageLimitMBytes: [1, 1_048_576],
  rxRateLimitKbps: [2, 100_000],
  txRateLimitKbps: [2, 100_000],
};

type Send = (status: number, json: object, headers?: Record<string, string | string[]>) => void;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}
