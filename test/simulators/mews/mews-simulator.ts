import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MewsHotel, utc, type HotelPlan } from './hotel.js';
import { type Order, Refusal } from './hotel-records.js';
import { intervalDays, lists, type Body } from './lists.js';
import { RateWindow } from './rate-window.js';
import { WebhookSender, type WebhookPlan } from './webhook-sender.js';

/** Switches for what goes wrong; all off at first. */
export interface Faults {
  /** Answered instead of the truth, to `times` requests (default: all) of `operation` (default: any). */
  status?: number;
  operation?: string;
  times?: number;
  /** With status 429, and when the window is full; undefined: no such header. */
  retryAfterSeconds?: number;
  notJson?: boolean;
  /** Reservations are answered by an object without the list. */
  listMissing?: boolean;
  slowMilliseconds?: number;
  /** Never answers; of `operation` only, does what it was asked for before that. */
  silent?: boolean;
  /** Cuts the connection once this many pages of reservations were given. */
  cutAfterPages?: number;
  /** 408 above this Count, or for intervals longer than this. */
  heavyAboveCount?: number;
  heavyAboveDays?: number;
}

export interface SimulatorPlan extends HotelPlan {
  readonly port?: number;
  readonly clientToken?: string;
  readonly accessToken?: string;
}

const prefix = '/api/connector/v1/';

/** The Connector API of one hotel on a real socket, as https://docs.mews.com/connector-api describes it. */
export class MewsSimulator {
  readonly faults: Faults = {};
  /** Operations in the order they were asked for. */
  readonly asked: string[] = [];
  /** Requests that changed something. */
  written = 0;
  private readonly window: RateWindow;
  private readonly senders: WebhookSender[] = [];
  private reservationPages = 0;

  private constructor(
    readonly hotel: MewsHotel,
    private readonly server: Server,
    readonly clientToken: string,
    /** The hotel may give another at any time: the old one is refused from then on. */
    public accessToken: string,
  ) {
    this.window = new RateWindow(hotel.clock);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  static async start({
    port = 0,
    clientToken = 'CLIENT-TOKEN-0123456789',
    accessToken = 'ACCESS-TOKEN-0123456789',
    ...plan
  }: SimulatorPlan = {}): Promise<MewsSimulator> {
    const server = createServer();
    const simulator = new MewsSimulator(new MewsHotel(plan), server, clientToken, accessToken);
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  postWebhooksTo(plan: WebhookPlan): WebhookSender {
    const sender = new WebhookSender(this.hotel, plan);
    this.senders.push(sender);
    return sender;
  }

  async stop(): Promise<void> {
    for (const sender of this.senders) sender.stop();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = `request-${this.asked.length + 1}`;
    response.setHeader('Request-Id', requestId);
    const text = await textOf(request);
    const operation = request.url?.startsWith(prefix) ? request.url.slice(prefix.length) : '';
    this.asked.push(operation);
    if (this.faults.silent && this.faults.operation === undefined) return;
    if (this.faults.slowMilliseconds)
      await new Promise((resolve) => {
        setTimeout(resolve, this.faults.slowMilliseconds);
      });
    const isReservations = operation.startsWith('reservations/getAll');
    if (isReservations && this.reservationPages >= (this.faults.cutAfterPages ?? Infinity))
      return void request.socket.destroy();
    try {
      const answer = this.outcome(request.method, operation, text, response);
      if (isReservations) this.reservationPages += 1;
      if (this.faults.silent && this.faults.operation === operation) return;
      send(
        response,
        200,
        this.faults.notJson
          ? '<html>Maintenance</html>'
          : JSON.stringify(isReservations && this.faults.listMissing ? {} : answer),
      );
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      send(
        response,
        status,
        this.faults.notJson
          ? '<html>Error</html>'
          : JSON.stringify({ Message: (error as Error).message, RequestId: requestId, Details: text }),
      );
    }
  }

  /** Operations that the integration was not given. */
  readonly withdrawn = new Set<string>();

  private outcome(method: string | undefined, operation: string, text: string, response: ServerResponse): Body {
    if (method !== 'POST' || !(operation in lists || operation in this.actions))
      throw new Refusal(404, 'No such operation.');
    const body = this.authorised(text);
    if (this.withdrawn.has(operation)) throw new Refusal(401, 'The integration may not use this operation.');
    this.meetFaults(operation, body, response);
    return operation in lists ? lists[operation](this.hotel, body) : this.actions[operation](body);
  }

  private authorised(text: string): Body {
    let body: Body;
    try {
      body = JSON.parse(text) as Body;
    } catch {
      throw new Refusal(400, 'Invalid JSON');
    }
    if (body.ClientToken !== this.clientToken)
      throw new Refusal(401, `Invalid ClientToken ${String(body.ClientToken)}`);
    if (body.AccessToken !== this.accessToken)
      throw new Refusal(401, `Invalid AccessToken ${String(body.AccessToken)}`);
    if (typeof body.Client !== 'string' || body.Client === '') throw new Refusal(400, 'Invalid Client');
    return body;
  }

  private meetFaults(operation: string, body: Body, response: ServerResponse): void {
    const { faults } = this;
    if (!this.window.admit()) this.refuseForNow(response);
    if (faults.status !== undefined && (faults.operation ?? operation) === operation && (faults.times ?? 1) > 0) {
      if (faults.times !== undefined) faults.times -= 1;
      if (faults.status === 429) this.refuseForNow(response);
      throw new Refusal(faults.status, 'Something went wrong.');
    }
    const { Count: count } = (body.Limitation ?? {}) as { Count?: number };
    if ((count ?? 0) > (faults.heavyAboveCount ?? Infinity) || intervalDays(body) > (faults.heavyAboveDays ?? Infinity))
      throw new Refusal(408, 'The request took too long.');
  }

  private refuseForNow(response: ServerResponse): never {
    if (this.faults.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(this.faults.retryAfterSeconds));
    throw new Refusal(429, 'Too many requests.');
  }

  private readonly actions: Readonly<Record<string, (body: Body) => Body>> = {
    'configuration/get': () => ({
      NowUtc: utc(this.hotel.clock.now()),
      Enterprise: {
        Id: this.hotel.enterpriseId,
        Name: this.hotel.name,
        TimeZoneIdentifier: this.hotel.timeZone,
        DefaultLanguageCode: 'en-GB',
        BusinessDayClosingOffset: 'P0M0DT4H0M0S',
      },
    }),
    'orders/add': (body) => {
      const OrderId = this.hotel.order(body as Order);
      this.written += 1;
      return { OrderId };
    },
    'reservations/start': (body) => this.write(() => this.hotel.checkIn(String(body.ReservationId))),
    'reservations/process': (body) => this.write(() => this.hotel.process(String(body.ReservationId))),
    'reservations/cancel': (body) =>
      this.write(() => {
        for (const id of body.ReservationIds as string[]) this.hotel.cancel(id);
      }),
    'reservations/updateInterval': (body) =>
      this.write(() => this.hotel.extend(String(body.ReservationId), String(body.EndUtc))),
  };

  private write(change: () => void): Body {
    change();
    this.written += 1;
    return {};
  }
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
