import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Posting, type PostingPlan } from '../posting.js';
import { Folios } from './folios.js';
import { FrontOffice, type OfficePlan, Refusal, type Reservation } from './front-office.js';

/** Switches for what goes wrong; all off at first. */
export interface Faults {
  /** Answered instead of the truth by the API, not by the identity server. */
  status?: number;
  times?: number;
  /** With status 429; undefined: no such header. */
  retryAfterSeconds?: number;
  notJson?: boolean;
  silent?: boolean;
  /** Of charges alone: `status` is answered to them only, after they were booked where that is said. */
  charges?: 'refused' | 'booked';
  /** Cuts the connection once this many pages of reservations were given. */
  cutAfterPages?: number;
  /** Gives only half of each page, and the whole count. */
  halfPages?: boolean;
  /** Tokens end so early, whatever `expires_in` said. */
  tokenLifeSeconds?: number;
  /** Older form of the events' time. */
  timestampsInSeconds?: boolean;
}

export interface SimulatorPlan extends OfficePlan {
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** Identity, inventory and booking of one account on a real socket, as https://api.apaleo.com describes them. */
export class ApaleoSimulator {
  readonly faults: Faults = {};
  /** Paths in the order they were asked for. */
  readonly asked: string[] = [];
  /** Requests that changed something. */
  written = 0;
  readonly folios: Folios;
  private readonly tokens = new Map<string, number>();
  private readonly postings: Posting[] = [];
  private pages = 0;
  private events = 0;

  private constructor(
    readonly office: FrontOffice,
    private readonly server: Server,
    readonly clientId: string,
    readonly clientSecret: string,
  ) {
    this.folios = new Folios((id) => office.find(id));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  static async start({
    clientId = 'LNDH-WIFI',
    clientSecret = 'CLIENT-SECRET-0123456789',
    ...plan
  }: SimulatorPlan = {}): Promise<ApaleoSimulator> {
    const server = createServer();
    const simulator = new ApaleoSimulator(new FrontOffice(plan), server, clientId, clientSecret);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A subscription: refused unless the address answers the health check. */
  async subscribe(plan: PostingPlan): Promise<Posting> {
    const posting = new Posting(plan);
    if (!(await posting.post(this.event('system', 'healthcheck'))))
      throw new Refusal(422, 'The endpoint does not answer the health check');
    this.office.onEvent((topic, type, entityId) => posting.queue(this.event(topic, type, entityId)));
    this.postings.push(posting);
    return posting;
  }

  event(topic: string, type: string, entityId?: string): string {
    this.events += 1;
    const milliseconds = this.office.clock.milliseconds();
    return JSON.stringify({
      topic,
      type,
      id: `5b0c4d0e-7f0e-4a31-9f35-${this.events.toString(16).padStart(12, '0')}`,
      accountId: 'LNDH',
      propertyId: this.office.propertyId,
      timestamp: this.faults.timestampsInSeconds ? Math.floor(milliseconds / 1000) : milliseconds,
      clientId: 'FRONTDESK',
      ...(entityId ? { data: { entityId } } : {}),
    });
  }

  async stop(): Promise<void> {
    for (const posting of this.postings) posting.stop();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(url.pathname);
    const text = await textOf(request);
    if (this.faults.silent) return;
    const isList = url.pathname === '/booking/v1/reservations';
    if (isList && this.pages >= (this.faults.cutAfterPages ?? Infinity)) return void request.socket.destroy();
    try {
      const answer = this.outcome(request, url, text, response);
      if (isList) this.pages += 1;
      if (answer === undefined) return void response.writeHead(204).end();
      send(response, 200, this.faults.notJson ? '<html>Maintenance</html>' : JSON.stringify(answer));
    } catch (error) {
      const { status, message } = error instanceof Refusal ? error : { status: 500, message: String(error) };
      send(
        response,
        status,
        this.faults.notJson
          ? '<html>Error</html>'
          : JSON.stringify(url.pathname === '/connect/token' ? { error: message } : { messages: [message] }),
      );
    }
  }

  /** `properties`, `reservations`: what no scope of the client opens. */
  readonly withdrawn = new Set<string>();

  private outcome(request: IncomingMessage, url: URL, text: string, response: ServerResponse): object | undefined {
    if (url.pathname === '/connect/token') return this.token(request, text);
    this.authorise(request.headers.authorization);
    if (request.method === 'POST' && url.pathname.endsWith('/charges'))
      return this.charge(request, url, text, response);
    if (!this.faults.charges) this.meetFaults(response);
    if (request.method !== 'GET') {
      this.written += 1;
      throw new Refusal(403, 'The client lacks the scope');
    }
    const [, area, , resource, id] = url.pathname.split('/');
    if (this.withdrawn.has(resource)) throw new Refusal(403, 'The client lacks the scope');
    if (area === 'finance' && resource === 'folios')
      return this.folios.of(url.searchParams.get('reservationIds'), [...this.office.reservations.keys()]);
    if (area === 'inventory' && resource === 'properties') return this.property(id);
    if (area !== 'booking' || resource !== 'reservations') throw new Refusal(404, 'Not found');
    return id === undefined ? this.list(url.searchParams) : shown(this.office.find(decodeURIComponent(id)), true);
  }

  private charge(request: IncomingMessage, url: URL, text: string, response: ServerResponse): object {
    if (this.faults.charges !== 'booked') this.meetFaults(response);
    const [, , , , folioId] = url.pathname.split('/');
    const key = request.headers['idempotency-key'];
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const answer = this.folios.charge(decodeURIComponent(folioId), Array.isArray(key) ? key[0] : key, body);
    if (this.faults.charges === 'booked') this.meetFaults(response);
    return answer;
  }

  private token(request: IncomingMessage, text: string): object {
    const expected = `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`;
    if (new URLSearchParams(text).get('grant_type') !== 'client_credentials')
      throw new Refusal(400, 'unsupported_grant_type');
    if (request.headers.authorization !== expected) throw new Refusal(400, 'invalid_client');
    const value = `token-${this.asked.length}`;
    this.tokens.set(value, this.office.clock.milliseconds() + (this.faults.tokenLifeSeconds ?? 3600) * 1000);
    return { access_token: value, token_type: 'Bearer', expires_in: 3600 };
  }

  private authorise(header: string | undefined): void {
    const endsAt = this.tokens.get(header?.replace(/^Bearer /, '') ?? '');
    if (endsAt === undefined || endsAt <= this.office.clock.milliseconds())
      throw new Refusal(401, 'The access token is missing or has ended');
  }

  private meetFaults(response: ServerResponse): void {
    const { faults } = this;
    if (faults.status === undefined || (faults.times ?? 1) <= 0) return;
    if (faults.times !== undefined) faults.times -= 1;
    if (faults.status === 429 && faults.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(faults.retryAfterSeconds));
    throw new Refusal(faults.status, 'Something went wrong.');
  }

  private property(id: string | undefined): object {
    if (id !== this.office.propertyId) throw new Refusal(404, 'There is no such property');
    return { id, code: id, name: { en: 'Hotel Lindenhof' }, timeZone: this.office.timeZone, currencyCode: 'EUR' };
  }

  private list(query: URLSearchParams): object | undefined {
    const size = Number(query.get('pageSize') ?? 20);
    const page = Number(query.get('pageNumber') ?? 1);
    if (!Number.isInteger(size) || size < 1 || size > 200 || !Number.isInteger(page) || page < 1)
      throw new Refusal(422, 'pageSize must be 1 to 200');
    const found = sorted(
      [...this.office.reservations.values()].filter((each) => matches(each, query)),
      query.get('sort'),
    );
    const items = found.slice((page - 1) * size, page * size);
    // Beyond the last item there is no empty list, but no body at all.
    if (items.length === 0) return undefined;
    const given = this.faults.halfPages ? items.slice(0, Math.floor(items.length / 2)) : items;
    const expanded = (query.get('expand') ?? '').split(',').includes('assignedUnits');
    return { reservations: given.map((each) => shown(each, expanded)), count: found.length };
  }
}

function matches(each: Reservation, query: URLSearchParams): boolean {
  const among = (name: string, value: string | undefined) =>
    !query.has(name) || (value !== undefined && query.get(name)!.split(',').includes(value));
  return (
    among('propertyIds', each.property.id) &&
    among('unitGroupTypes', each.unitGroup.type) &&
    among('status', each.status) &&
    among('unitIds', each.unit?.id) &&
    inInterval(each, query)
  );
}

/** `from` belongs to the interval, `to` does not; a stay matches when it overlaps. */
function inInterval(each: Reservation, query: URLSearchParams): boolean {
  const filter = query.get('dateFilter');
  if (!filter) return true;
  const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''));
  if (!(from < to)) throw new Refusal(422, 'to must be larger than from');
  if (filter === 'Stay') return Date.parse(each.arrival) < to && Date.parse(each.departure) > from;
  const at = Date.parse(
    { Modification: each.modified, Creation: each.created, Arrival: each.arrival, Departure: each.departure }[filter] ??
      '',
  );
  return at >= from && at < to;
}

function sorted(found: Reservation[], sort: string | null): Reservation[] {
  const by = sort === 'updated:asc' ? 'modified' : 'id';
  return found.sort((one, other) =>
    one[by] === other[by] ? one.id.localeCompare(other.id) : one[by] < other[by] ? -1 : 1,
  );
}

function shown(reservation: Reservation, expanded: boolean): object {
  const { assignedUnits, ...rest } = reservation;
  return expanded ? { ...rest, assignedUnits } : rest;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}
