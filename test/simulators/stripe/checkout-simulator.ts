import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripeSignatureHeader } from './stripe-simulator.js';

export interface SimulatedSession {
  readonly id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: number;
}

interface Kept {
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

const refusal = (type: string, code: string | undefined, message: string) => ({
  error: { type, ...(code === undefined ? {} : { code }), message },
});

/**
 * Stripe Checkout of one account on a real socket, as documented: https://docs.stripe.com/api/checkout/sessions,
 * https://docs.stripe.com/api/refunds, https://docs.stripe.com/api/idempotent_requests
 */
export class CheckoutSimulator {
  readonly sessions = new Map<string, SimulatedSession>();
  /** Payment intents that were paid back. */
  readonly refunds: string[] = [];
  /** What the house paid back by itself, and disputes, by payment intent. */
  readonly partRefunds = new Map<string, number>();
  readonly disputes = new Map<string, 'needs_response' | 'won' | 'lost'>();
  readonly asked: string[] = [];
  /** Does what it is asked, and hangs up without an answer, so many times. */
  losesAnswers = 0;
  /** Answers 503 and does nothing. */
  isAway = false;
  /** Takes requests and never answers. */
  isSilent = false;
  private readonly kept = new Map<string, Kept>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    readonly key: string,
    readonly webhookSecret: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response));
  }

  static async start(key = 'rk_test_0123456789', webhookSecret = 'whsec_0123456789'): Promise<CheckoutSimulator> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new CheckoutSimulator(server, key, webhookSecret);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whoever waits for an answer gets none. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  /** The session of that page. */
  at(url: string): SimulatedSession {
    const found = this.sessions.get(url.split('/').at(-1) ?? '');
    if (!found) throw new Error(`No session at ${url}`);
    return found;
  }

  /** The guest types a card that works. */
  pay(session: SimulatedSession): void {
    if (session.status !== 'open') throw new Error(`The page is ${session.status}`);
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}` });
  }

  expire(session: SimulatedSession): void {
    session.status = 'expired';
  }

  /** A webhook as it goes over the wire. */
  event(type: string, session: object, at = Math.floor(Date.now() / 1000), secret = this.webhookSecret) {
    this.count += 1;
    const event = { id: `evt_${this.count}`, object: 'event', type, livemode: false, data: { object: session } };
    return this.signed(JSON.stringify(event), at, secret);
  }

  signed(body: string, at = Math.floor(Date.now() / 1000), secret = this.webhookSecret) {
    return { body, headers: { 'stripe-signature': stripeSignatureHeader(body, [secret], at) } };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = request;
    this.asked.push(`${method} ${url}`);
    if (this.isSilent) return;
    const { status, body } = this.answer(method, url, headers, text);
    if (method === 'POST' && this.losesAnswers > 0) {
      this.losesAnswers -= 1;
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private answer(method: string, url: string, headers: IncomingMessage['headers'], text: string) {
    if (this.isAway) return { status: 503, body: refusal('api_error', undefined, 'away') };
    if (headers.authorization !== `Bearer ${this.key}`)
      return { status: 401, body: refusal('invalid_request_error', undefined, 'Invalid API Key provided') };
    const key = headers['idempotency-key'];
    if (method === 'GET' || typeof key !== 'string') return this.does(method, url, new URLSearchParams(text));
    const known = this.kept.get(key);
    const request = `${url} ${text}`;
    if (known && known.request !== request)
      return { status: 400, body: refusal('idempotency_error', undefined, 'Keys for idempotent requests …') };
    if (known) return known;
    const answer = this.does(method, url, new URLSearchParams(text));
    this.kept.set(key, { request, ...answer });
    return answer;
  }

  private does(method: string, url: string, form: URLSearchParams): { status: number; body: unknown } {
    const [, , , , id, verb] = url.split('/');
    if (method === 'GET' && url.includes('?')) return { status: 200, body: this.listed(new URL(url, this.url)) };
    if (method === 'POST' && url === '/v1/refunds') return this.refund(form.get('payment_intent') ?? '');
    if (method === 'POST' && url === '/v1/checkout/sessions') return this.create(form);
    const session = this.sessions.get(id ?? '');
    if (!session)
      return { status: 404, body: refusal('invalid_request_error', 'resource_missing', 'No such checkout.session') };
    if (verb === 'expire') {
      if (session.status !== 'open')
        return { status: 400, body: refusal('invalid_request_error', undefined, 'Only Checkout Sessions with …') };
      session.status = 'expired';
    }
    return { status: 200, body: this.shown(session) };
  }

  private create(form: URLSearchParams): { status: number; body: unknown } {
    const now = Math.floor(Date.now() / 1000);
    const expires = Number(form.get('expires_at'));
    const isWrong =
      form.get('mode') !== 'payment' ||
      form.get('line_items[0][quantity]') !== '1' ||
      !form.get('line_items[0][price_data][product_data][name]') ||
      expires < now + 1800 ||
      expires > now + 86_400;
    if (isWrong) return { status: 400, body: refusal('invalid_request_error', 'parameter_invalid', 'wrong') };
    this.count += 1;
    const session: SimulatedSession = {
      id: `cs_test_${this.count}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: form.get('client_reference_id') ?? '',
      metadata: Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const [, inner] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
          return inner === undefined ? [] : [[inner, value]];
        }),
      ),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      expires_at: expires,
    };
    this.sessions.set(session.id, session);
    return { status: 200, body: this.shown(session) };
  }

  private refund(intent: string): { status: number; body: unknown } {
    const isPaid = [...this.sessions.values()].some((each) => each.payment_intent === intent);
    if (!isPaid)
      return { status: 404, body: refusal('invalid_request_error', 'resource_missing', 'No such payment_intent') };
    if (this.refunds.includes(intent))
      return { status: 400, body: refusal('invalid_request_error', 'charge_already_refunded', 'already refunded') };
    this.refunds.push(intent);
    return { status: 200, body: { id: `re_${intent}`, object: 'refund', payment_intent: intent, status: 'succeeded' } };
  }

  /** https://docs.stripe.com/api/refunds/list, https://docs.stripe.com/api/disputes/list, …/checkout/sessions/list */
  private listed({ pathname, searchParams }: URL): object {
    const intent = searchParams.get('payment_intent') ?? '';
    const sessions = [...this.sessions.values()].filter((each) => each.payment_intent === intent);
    const dispute = this.disputes.get(intent);
    const lists: Record<string, object[]> = {
      '/v1/checkout/sessions': sessions.map((each) => this.shown(each)),
      '/v1/disputes': dispute ? [{ object: 'dispute', payment_intent: intent, status: dispute }] : [],
      '/v1/refunds': [
        ...(this.refunds.includes(intent) ? sessions.map((each) => each.amount_total) : []),
        ...(this.partRefunds.has(intent) ? [this.partRefunds.get(intent)] : []),
      ].map((amount) => ({ object: 'refund', payment_intent: intent, amount, status: 'succeeded' })),
    };
    return { object: 'list', has_more: false, data: lists[pathname] ?? [] };
  }

  private shown(session: SimulatedSession): object {
    const url = session.status === 'open' ? `${this.url}/c/pay/${session.id}` : null;
    return { object: 'checkout.session', mode: 'payment', ...session, url };
  }
}
