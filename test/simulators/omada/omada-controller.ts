import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OmadaOptions {
  readonly name: string;
  readonly password: string;
  /** How it counts the time that it is told. */
  readonly countsIn: 'milliseconds' | 'microseconds';
  /** From 6.2.10 on it has to be told the device's address, and may be told its speed. */
  readonly version?: '5.15.24.19' | '6.2.10.17';
}

interface HotspotClient {
  readonly id: string;
  readonly mac: string;
  end: number;
  told: Record<string, unknown>;
}

/** Omada Controller 5.0.15 and later on a real socket: login of a hotspot operator, CSRF token, clients of a site. */
export class OmadaController {
  readonly omadacId = randomBytes(16).toString('hex');
  readonly siteId = randomBytes(12).toString('hex');
  /** Whoever is put out is not, and no answer comes. */
  isHolding = false;
  held = 0;
  private session: { readonly cookie: string; readonly token: string } | null = null;
  private readonly clients = new Map<string, HotspotClient>();

  private constructor(
    private readonly server: Server,
    private readonly options: OmadaOptions,
  ) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async open(options: OmadaOptions): Promise<OmadaController> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new OmadaController(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  letsIn(mac: string): boolean {
    return this.minutesLeft(mac) > 0;
  }

  minutesLeft(mac: string): number {
    return Math.max(0, ((this.clients.get(dashed(mac))?.end ?? 0) - Date.now()) / 60_000);
  }

  /** At which it lets the device download and upload, in kilobits per second; null: no limit. */
  speedOf(mac: string): { readonly down: unknown; readonly up: unknown } {
    const { downloadRateLimitKbps: down = null, uploadRateLimitKbps: up = null } = this.toldOf(mac) ?? {};
    return this.isOld ? { down: null, up: null } : { down, up };
  }

  /** What it was told of the device. */
  toldOf(mac: string): Record<string, unknown> | undefined {
    return this.clients.get(dashed(mac))?.told;
  }

  private get isOld(): boolean {
    return this.version.startsWith('5.');
  }

  private get version(): string {
    return this.options.version ?? '5.15.24.19';
  }

  endSessions(): void {
    this.session = null;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const send = (json: object, headers: Record<string, string> = {}): void => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    };
    if (pathname === '/api/info')
      return send({ errorCode: 0, result: { controllerVer: this.version, omadacId: this.omadacId } });
    const base = `/${this.omadacId}/api/v2/hotspot`;
    if (pathname === `${base}/login`) {
      if (body.name !== this.options.name || body.password !== this.options.password)
        return send({ errorCode: -30_109, msg: 'Invalid username or password.' });
      this.session = { cookie: randomBytes(8).toString('hex'), token: randomBytes(8).toString('hex') };
      const cookie = `TPOMADA_SESSIONID=${this.session.cookie}; Path=/; HttpOnly`;
      return send({ errorCode: 0, result: { token: this.session.token } }, { 'set-cookie': cookie });
    }
    const isKnown = request.headers.cookie?.includes(`TPOMADA_SESSIONID=${this.session?.cookie ?? '-'}`) ?? false;
    // Who is not signed in is shown the page of the controller.
    if (!isKnown || request.headers['csrf-token'] !== this.session?.token) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE HTML><title>Omada</title>');
      return;
    }
    if (pathname === `${base}/extPortal/auth`) return this.authorize(body, send);
    const clients = `${base}/sites/${this.siteId}/clients`;
    if (pathname === clients && request.method === 'GET') {
      const wanted = searchParams.get('searchKey') ?? '';
      const data = [...this.clients.values()].filter(({ mac }) => mac.includes(wanted));
      return send({ errorCode: 0, result: { totalRows: data.length, data: data.map(shown) } });
    }
    const [, id] = new RegExp(`^${base}/sites/${this.siteId}/cmd/clients/([^/]+)/disconnect$`).exec(pathname) ?? [];
    const client = [...this.clients.values()].find((each) => each.id === id);
    if (!client) return send({ errorCode: -1, msg: 'Client not found' });
    if (this.isHolding) {
      this.held += 1;
      return;
    }
    client.end = Date.now();
    return send({ errorCode: 0 });
  }

  private authorize(told: Record<string, unknown>, send: (json: object) => void): void {
    const { clientMac, clientIp, site, time, authType } = told;
    if (!this.isOld && typeof clientIp !== 'string')
      return send({ errorCode: -41_501, msg: 'Failed to authenticate.' });
    if (authType !== 4 || site !== this.siteId || typeof clientMac !== 'string' || typeof time !== 'number')
      return send({ errorCode: -41_500, msg: 'Invalid authentication information.' });
    const end = Date.now() + (this.options.countsIn === 'milliseconds' ? time : time / 1000);
    const known = this.clients.get(clientMac);
    this.clients.set(clientMac, { id: known?.id ?? randomUUID(), mac: clientMac, end, told });
    send({ errorCode: 0, msg: 'Success.' });
  }
}

function shown({ id, mac, end }: HotspotClient): object {
  return { id, mac, end, authType: 4 };
}

function dashed(mac: string): string {
  return mac.toUpperCase().replaceAll(':', '-');
}
