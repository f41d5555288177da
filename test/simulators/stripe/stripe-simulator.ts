import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/kernel/clock.js';
import { Posting, type PostingPlan } from '../posting.js';
import { Shop, type ShopEvent } from './shop.js';

/** Switches for what goes wrong; all off at first. */
export interface Faults {
  /** Answered instead of the truth. */
  status?: number;
  times?: number;
  /** With status 429; Stripe gives none usually. */
  retryAfterSeconds?: number;
  notJson?: boolean;
  silent?: boolean;
  /** Cuts the connection once this many pages of a list were given. */
  cutAfterPages?: number;
  /** The restricted key was expired in the Dashboard. */
  keyExpired?: boolean;
}

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** `t=…,v1=…` for each secret, as while one is rolled: https://docs.stripe.com/webhooks#verify-manually */
export function stripeSignatureHeader(body: string, secrets: readonly string[], seconds: number): string {
  return [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`),
    'v0=ignored',
  ].join(',');
}

/** The API of one account on a real socket, and its webhooks: https://docs.stripe.com/api */
export class StripeSimulator {
  readonly faults: Faults = {};
  /** Paths in the order they were asked for. */
  readonly asked: string[] = [];
  /** Requests that changed something. */
  written = 0;
  private readonly postings: Posting[] = [];
  private pages = 0;

  private constructor(
    readonly shop: Shop,
    private readonly server: Server,
    readonly apiKey: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request, response));
  }

  static async start({
    clock,
    apiKey = 'rk_test_0123456789abcdef',
  }: { readonly clock?: Clock; readonly apiKey?: string } = {}): Promise<StripeSimulator> {
    const server = createServer();
    const simulator = new StripeSimulator(new Shop(clock), server, apiKey);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** An event destination; each attempt is signed anew. */
  postTo(plan: Omit<PostingPlan, 'headersOf'>, secrets: readonly string[]): Posting {
    const posting = new Posting({
      ...plan,
      headersOf: (body) => ({
        'stripe-signature': stripeSignatureHeader(body, secrets, Math.floor(this.shop.clock.milliseconds() / 1000)),
      }),
    });
    this.shop.onEvent((event) => posting.queue(JSON.stringify(envelope(event))));
    this.postings.push(posting);
    return posting;
  }

  async stop(): Promise<void> {
    for (const posting of this.postings) posting.stop();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(url.pathname);
    if (this.faults.silent) return;
    const isSingle = url.pathname.split('/').at(-1)!.includes('_');
    if (!isSingle && this.pages >= (this.faults.cutAfterPages ?? Infinity)) return void request.socket.destroy();
    if (!isSingle) this.pages += 1;
    const refused = this.refusal(request, response);
    const answer = refused ?? this.found(url);
    const { status, body } = isRefused(answer)
      ? {
          status: answer.status,
          body: { error: { type: 'invalid_request_error', code: answer.code, message: answer.message } },
        }
      : { status: 200, body: answer };
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.asked.length}` });
    response.end(this.faults.notJson ? '<html>Maintenance</html>' : JSON.stringify(body));
  }

  /** Paths that the restricted key may not read, nor have put into others. */
  readonly withdrawn = new Set<string>();

  private refusal(request: IncomingMessage, response: ServerResponse): Refused | undefined {
    const { faults } = this;
    if (request.headers.authorization !== `Bearer ${this.apiKey}` || faults.keyExpired)
      return {
        status: 401,
        code: 'api_key_expired',
        message: `Invalid API Key provided: ${String(request.headers.authorization).slice(7, 15)}****`,
      };
    if (request.method !== 'GET') {
      this.written += 1;
      return { status: 403, code: 'more_permissions_required', message: 'The key lacks the right to write' };
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const asked = [
      pathname,
      ...searchParams
        .getAll('expand[]')
        .flatMap((each) => [
          ...(each.includes('customer') ? ['/v1/customers'] : []),
          ...(each.includes('payment_intent') ? ['/v1/payment_intents', '/v1/charges'] : []),
        ]),
    ];
    if (asked.some((path) => [...this.withdrawn].some((withdrawn) => path.startsWith(withdrawn))))
      return {
        status: 403,
        code: 'more_permissions_required',
        message: 'The key does not have the required permissions',
      };
    if (faults.status === undefined || (faults.times ?? 1) <= 0) return undefined;
    if (faults.times !== undefined) faults.times -= 1;
    if (faults.status === 429 && faults.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(faults.retryAfterSeconds));
    return { status: faults.status, code: 'lock_timeout', message: 'Something went wrong.' };
  }

  private found({ pathname, searchParams: query }: URL): object {
    const { shop } = this;
    if (/^\/v1\/(customers|payment_intents|charges)$/.test(pathname))
      return { object: 'list', data: [], has_more: false };
    const [, id] = /\/v1\/(?:subscriptions|checkout\/sessions|events)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const single = id !== undefined;
    const isExpanded = (what: string) => query.getAll('expand[]').includes(single ? what : `data.${what}`);
    if (pathname.startsWith('/v1/subscriptions')) {
      const shown = (each: { customer: string }) => ({
        ...shop.shown(each as Parameters<Shop['shown']>[0]),
        ...(isExpanded('customer') ? { customer: this.customer(each.customer) } : {}),
      });
      if (single) return this.single([...shop.subscriptions.values()], id, shown);
      const [wanted, customer] = [query.get('status'), query.get('customer')];
      if (customer && !shop.customers.has(customer))
        return { status: 400, code: 'resource_missing', message: `No such customer: '${customer}'` };
      const all = [...shop.subscriptions.values()].filter(
        (each) => (wanted === 'all' || each.status !== 'canceled') && (customer ?? each.customer) === each.customer,
      );
      return this.page(all, query, shown);
    }
    if (pathname.startsWith('/v1/checkout/sessions')) {
      const shown = (each: { payment_intent: string | null }) => ({
        ...each,
        payment_intent:
          isExpanded('payment_intent.latest_charge') && each.payment_intent
            ? {
                id: each.payment_intent,
                object: 'payment_intent',
                latest_charge: { object: 'charge', ...shop.charges.get(each.payment_intent) },
              }
            : each.payment_intent,
      });
      if (single) return this.single([...shop.sessions.values()], id, shown);
      const payment = query.get('payment_intent');
      if (payment && !shop.charges.has(payment))
        return { status: 400, code: 'resource_missing', message: `No such payment_intent: '${payment}'` };
      const all = [...shop.sessions.values()].filter(
        (each) =>
          (query.get('status') ?? each.status) === each.status &&
          (payment ?? each.payment_intent) === each.payment_intent &&
          isCreatedIn(each, query),
      );
      return this.page(all, query, shown);
    }
    if (pathname === '/v1/events') {
      const types = query.getAll('types[]');
      if (types.length > 20) return { status: 400, code: 'parameter_invalid', message: 'At most 20 types' };
      return this.page(
        shop.events.filter((each) => isCreatedIn(each, query) && (types.length === 0 || types.includes(each.type))),
        query,
        (each) => envelope(each),
      );
    }
    return { status: 404, code: 'resource_missing', message: 'Unrecognized request URL' };
  }

  private customer(id: string): object {
    const customer = this.shop.customers.get(id);
    return !customer || customer.deleted ? { id, object: 'customer', deleted: true } : customer;
  }

  private single<Item extends { readonly id: string }>(
    all: readonly Item[],
    id: string,
    shown: (item: Item) => object,
  ): object {
    const found = all.find((each) => each.id === id);
    return found ? shown(found) : { status: 404, code: 'resource_missing', message: 'No such object' };
  }

  /** Newest first, after the object named. */
  private page<Item extends { readonly id: string }>(
    all: readonly Item[],
    query: URLSearchParams,
    shown: (item: Item) => object,
  ): object {
    const limit = Number(query.get('limit') ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      return { status: 400, code: 'parameter_invalid_integer', message: 'limit must be 1 to 100' };
    const newestFirst = all.toReversed();
    const after = query.get('starting_after');
    const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    if (after !== null && start === 0)
      return { status: 400, code: 'resource_missing', message: 'No such object: starting_after' };
    const data = newestFirst.slice(start, start + limit);
    return { object: 'list', data: data.map(shown), has_more: start + limit < newestFirst.length };
  }
}

function envelope(event: ShopEvent): object {
  return {
    id: event.id,
    object: 'event',
    api_version: '2026-07-29.dahlia',
    created: event.created,
    livemode: false,
    pending_webhooks: 1,
    type: event.type,
    request: { id: null, idempotency_key: null },
    data: event.data,
  };
}

function isCreatedIn({ created }: { readonly created: number }, query: URLSearchParams): boolean {
  return created >= Number(query.get('created[gte]') ?? 0) && created <= Number(query.get('created[lte]') ?? Infinity);
}

function isRefused(answer: object): answer is Refused {
  return 'code' in answer && 'status' in answer && typeof answer.status === 'number';
}
