import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FrontDesk } from './front-desk.js';
import { EventStream } from './event-stream.js';

export interface OhipFaults {
  status?: number;
  retryAfterSeconds?: number;
  silent?: boolean;
  notJson?: boolean;
  /** Pages of reservations that are answered before the connection is cut. */
  cutAfterPages?: number;
  /** Only for the reading of single reservations. */
  readStatus?: number;
}

type Answer = { readonly status: number; readonly body?: object };

/** OPERA Cloud's gateway for one hotel, on a real socket. */
export class OhipSimulator {
  readonly clientId = 'acme_Client';
  readonly clientSecret = 'ohip-secret-0123456789';
  readonly appKey = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9';
  readonly enterpriseId = 'ACME';
  readonly hotelId = 'LINDV';
  readonly externalSystem = 'WIFI';
  readonly desk = new FrontDesk();
  readonly faults: OhipFaults = {};
  readonly asked: string[] = [];
  readonly withdrawn = new Set<string>();
  readonly stream: EventStream;
  largestPage = 200;
  /** How long a token lasts, where it says so itself; else an hour. */
  tokenSeconds: number | undefined;
  written = 0;
  private tokens = new Set<string>();
  private pages = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.take(request, response);
    });
    this.stream = new EventStream(server, {
      appKey: this.appKey,
      hotelId: this.hotelId,
      takes: (token) => this.tokens.has(token),
    });
    this.desk.happened = (event) => this.stream.happened(event);
  }

  static async start(): Promise<OhipSimulator> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new OhipSimulator(server);
  }

  /** What a connection to it is made of. */
  get connection() {
    return {
      connector: 'ohip',
      settings: {
        gateway_url: this.url,
        client_id: this.clientId,
        enterprise_id: this.enterpriseId,
        hotel_id: this.hotelId,
        external_system: this.externalSystem,
        time_zone: 'Europe/Vienna',
      },
      secrets: { client_secret: this.clientSecret, app_key: this.appKey },
    };
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  endTokens(): void {
    this.tokens = new Set();
  }

  async stop(): Promise<void> {
    this.stream.stop();
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://ohip');
    this.asked.push(`${request.method} ${url.pathname}`);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { headers } = request;
    const say = ({ status, body }: Answer, more: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(body === undefined ? '' : JSON.stringify(body));
    if (headers['x-app-key'] !== this.appKey) return say(refusal(401, 'Unknown application key'));
    if (url.pathname === '/oauth/v1/tokens')
      return say(this.signIn(headers, new URLSearchParams(Buffer.concat(pieces).toString())));
    const { faults } = this;
    if (faults.silent) return;
    if (!this.tokens.has((headers.authorization ?? '').replace(/^Bearer /, '')))
      return say(refusal(401, 'The token has ended'));
    if (faults.status !== undefined) {
      const retry = faults.retryAfterSeconds;
      return say(refusal(faults.status, 'Try again'), retry === undefined ? {} : { 'retry-after': String(retry) });
    }
    if (faults.notJson) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Busy</html>');
    if (request.method !== 'GET') {
      this.written += 1;
      return say(refusal(405, 'Not here'));
    }
    if (headers['x-hotelid'] !== this.hotelId) return say(refusal(403, 'Not approved for this hotel'));
    const answer = this.answer(url);
    if (answer === 'cut') return void response.destroy();
    return say(answer);
  }

  private signIn(headers: IncomingMessage['headers'], form: URLSearchParams): Answer {
    const basic = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64');
    const isRight =
      headers.authorization === `Basic ${basic}` &&
      headers.enterpriseid === this.enterpriseId &&
      form.get('grant_type') === 'client_credentials' &&
      (form.get('scope') ?? '') !== '';
    if (!isRight) return refusal(401, 'invalid_client');
    const { tokenSeconds: lasts } = this;
    const claims = lasts === undefined ? {} : { exp: Math.floor(Date.now() / 1000) + lasts };
    const token = `eyJ.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${this.asked.length}`;
    this.tokens.add(token);
    if (lasts !== undefined) setTimeout(() => this.tokens.delete(token), lasts * 1000).unref();
    return { status: 200, body: { access_token: token, expires_in: lasts ?? 3600, token_type: 'Bearer' } };
  }

  private answer(url: URL): Answer | 'cut' {
    if (url.pathname === `/rsv/v1/hotels/${this.hotelId}/reservations`)
      return this.withdrawn.has('reservations') ? refusal(403, 'Not subscribed') : this.reservations(url.searchParams);
    if (url.pathname === `/int/v1/externalSystem/${this.externalSystem}/hotels/${this.hotelId}/businessEvents`)
      return this.withdrawn.has('business_events') ? refusal(403, 'Not subscribed') : this.events(url.searchParams);
    return refusal(404, 'Not found');
  }

  /** Who reads them has them, and nobody else. */
  private events(query: URLSearchParams): Answer {
    const taken = this.desk.waiting.splice(0, Math.min(Number(query.get('limit') ?? 20), 20));
    if (taken.length === 0) return { status: 204 };
    const businessEventData = taken.map(({ moduleName, actionType, primaryKey }) => ({
      businessEvent: {
        header: {
          moduleName,
          actionType,
          actionId: 5_120_931,
          primaryKey,
          hotelId: this.hotelId,
          publisherId: 57_475,
        },
        details: [],
      },
      businessEventId: { id: '2240137' },
    }));
    return { status: 200, body: { businessEventData } };
  }

  private reservations(query: URLSearchParams): Answer | 'cut' {
    const one = query.get('reservationIdList');
    if (one !== null) {
      if (this.faults.readStatus !== undefined) return refusal(this.faults.readStatus, 'Try again');
      return this.page(this.desk.reservations.has(one) ? [one] : [], query);
    }
    this.pages += 1;
    if (this.pages > (this.faults.cutAfterPages ?? Infinity)) return 'cut';
    const [from, until] = [query.get('arrivalStartDate'), query.get('arrivalEndDate')];
    const found = [...this.desk.reservations.values()].filter(({ status, arrivalDate }) =>
      query.get('searchType') === 'InHouse'
        ? status === 'InHouse' || status === 'DueOut'
        : from !== null && until !== null && arrivalDate >= from && arrivalDate <= until,
    );
    return this.page(
      found.map(({ id }) => id),
      query,
    );
  }

  private page(ids: readonly string[], query: URLSearchParams): Answer {
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 20), this.largestPage);
    const reservationInfo = ids.slice(offset, offset + limit).map((id) => this.desk.info(id, this.hotelId));
    const hasMore = offset + limit < ids.length;
    const counts = { offset, limit, hasMore, totalResults: ids.length, totalPages: Math.ceil(ids.length / limit) };
    return { status: 200, body: { reservations: { reservationInfo, ...counts } } };
  }
}

function refusal(status: number, title: string): Answer {
  return { status, body: { type: 'about:blank', title, status, 'o:errorCode': 'OPERAWS-SVC00001' } };
}
