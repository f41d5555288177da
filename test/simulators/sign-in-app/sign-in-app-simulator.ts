import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/kernel/clock.js';
import { Reception, type Visitor } from './reception.js';
import { WebhookSender, type WebhookPlan } from './webhook-sender.js';

/** Switches for what goes wrong; all off at first. */
export interface Faults {
  /** Answered instead of the truth. */
  status?: number;
  retryAfterSeconds?: number;
  notJson?: boolean;
  silent?: boolean;
  /** The connection is cut once so many pages were given. */
  cutAfterPages?: number;
}

/** The client API of Sign In App on a real socket: https://signinapp.com/docs/client-api/resource-endpoints.html */
export class SignInAppSimulator {
  readonly faults: Faults = {};
  readonly asked: string[] = [];
  readonly reception: Reception;
  readonly key = 'CLIENT-KEY-0123456789';
  readonly secret = 'CLIENT-SECRET-0123456789';
  /** 200 at the vendor. */
  perPage = 200;
  private pages = 0;

  private constructor(
    private readonly server: Server,
    clock?: Clock,
  ) {
    this.reception = new Reception(clock);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request, response));
  }

  static async start({ clock }: { clock?: Clock } = {}): Promise<SignInAppSimulator> {
    const server = createServer();
    const simulator = new SignInAppSimulator(server, clock);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  postWebhooksTo(plan: WebhookPlan): WebhookSender {
    return new WebhookSender(this.reception, plan);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://signinapp');
    this.asked.push(`${request.method} ${url.pathname}`);
    if (this.faults.silent) return;
    const { status, body } = this.outcome(request, url);
    if (status === 0) return void request.socket.destroy();
    if (status === 302) response.setHeader('location', '/login');
    if (status === 429 && this.faults.retryAfterSeconds !== undefined)
      response.setHeader('retry-after', String(this.faults.retryAfterSeconds));
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(this.faults.notJson ? '<html>' : JSON.stringify(body));
  }

  /** `groups`, `today`, `history`: what the API client may not read. */
  readonly withdrawn = new Set<string>();

  private outcome({ method, headers }: IncomingMessage, url: URL): { status: number; body?: unknown } {
    if (headers.accept !== 'application/json' || headers['content-type'] !== 'application/json') return { status: 302 };
    if (headers.authorization !== `Basic ${Buffer.from(`${this.key}:${this.secret}`).toString('base64')}`)
      return { status: 401, body: { message: 'Unauthenticated.' } };
    if (this.faults.status !== undefined)
      return { status: this.faults.status, body: { message: 'Something went wrong.' } };
    const [, , , resource, siteId, list] = url.pathname.split('/');
    if (this.withdrawn.has(list ?? resource)) return { status: 403, body: { message: 'This action is unauthorized.' } };
    if (method !== 'GET' || !url.pathname.startsWith('/client-api/v1/')) return { status: 404 };
    if (resource === 'groups' && !siteId) return { status: 200, body: this.reception.groups };
    const site = this.reception.sites.find(({ id }) => String(id) === siteId);
    if (resource !== 'sites' || !site) return { status: 404, body: { message: 'Not found' } };
    if (this.pages >= (this.faults.cutAfterPages ?? Infinity)) return { status: 0 };
    this.pages += 1;
    if (list === 'today') return { status: 200, body: this.today(site) };
    return list === 'history' ? { status: 200, body: this.history(site.id, url) } : { status: 404 };
  }

  /** Who came, or is to come, on the day that it is at the site. */
  private today(site: { readonly id: number; readonly timezone: string }): object[] {
    const day = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: site.timezone }).format(at);
    const now = day(this.reception.clock.now());
    const here = this.reception.visitors.filter(
      ({ siteId, inAt, expectedAt }) =>
        siteId === site.id && (inAt ?? expectedAt) && day((inAt ?? expectedAt)!) === now,
    );
    return this.reception.groups.map((group) => ({
      ...group,
      visitors: here.filter(({ groupId }) => groupId === group.id).map(listed),
    }));
  }

  private history(siteId: number, url: URL): object {
    const [from, to] = [
      Date.parse(`${url.searchParams.get('date_from')}Z`),
      Date.parse(`${url.searchParams.get('date_to')}Z`),
    ];
    const page = Number(url.searchParams.get('page') ?? 1);
    const found = this.reception.visitors.filter(
      (each) => each.siteId === siteId && each.inAt && each.inAt.getTime() >= from && each.inAt.getTime() <= to,
    );
    const data = found.slice((page - 1) * this.perPage, page * this.perPage).map(listed);
    const path = `${this.url}${url.pathname}`;
    const last = Math.max(1, Math.ceil(found.length / this.perPage));
    return {
      links: {
        first: `${path}?page=1`,
        last: `${path}?page=${last}`,
        prev: null,
        next: page < last ? `${path}?page=${page + 1}` : null,
      },
      meta: { current_page: page, path, per_page: this.perPage },
      data,
    };
  }
}

function listed(visitor: Visitor): object {
  const iso = (at: Date | null) => (at ? `${at.toISOString().slice(0, 19)}Z` : null);
  return {
    id: visitor.id,
    group_id: visitor.groupId,
    returning_visitor_id: visitor.returningVisitorId,
    name: visitor.name,
    photo_url: null,
    badge_url: null,
    status: visitor.outAt ? 'signed_out' : visitor.inAt ? 'signed_in' : 'expected',
    in_datetime: iso(visitor.inAt),
    out_datetime: iso(visitor.outAt),
    expected_datetime: iso(visitor.expectedAt),
    additional_fields: visitor.visiting ? { visiting: visitor.visiting } : [],
    role: null,
    email: visitor.email,
    mobile: visitor.mobile,
    rejected_sign_in: visitor.rejected,
  };
}
