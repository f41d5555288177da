import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/kernel/clock.js';
import { Posting, type PostingPlan } from '../posting.js';
import { Building, type Member } from './building.js';

/** Switches for what goes wrong; all off at first. */
export interface Faults {
  /** Answered instead of the truth. */
  status?: number;
  times?: number;
  /** With status 429; undefined: no such header. */
  retryAfterSeconds?: number;
  notJson?: boolean;
  silent?: boolean;
  /** Cuts the connection once this many pages of members were given. */
  cutAfterPages?: number;
  /** Gives only half of each page, and the whole count. */
  halfPages?: boolean;
  /** The API key was deleted in Kisi. */
  keyDeleted?: boolean;
}

interface EventWebhook {
  readonly id: number;
  readonly type: 'event_webhook';
  readonly url: string;
  readonly posting: Posting;
  disabled_due_to_error: boolean;
}

const failuresBeforeOff = 10;

export function kisiSignatureHeader(body: string, key: string, hasPrefix = true): string {
  return `${hasPrefix ? 'sha256=' : ''}${createHmac('sha256', key).update(body).digest('hex')}`;
}

/** The API of one organization on a real socket, and its event webhooks: https://docs.kisi.io/api */
export class KisiSimulator {
  readonly faults: Faults = {};
  /** Paths in the order they were asked for. */
  readonly asked: string[] = [];
  /** Requests that changed something. */
  written = 0;
  readonly webhooks: EventWebhook[] = [];
  private pages = 0;

  private constructor(
    readonly building: Building,
    private readonly server: Server,
    readonly apiKey: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request, response));
  }

  static async start({
    clock,
    apiKey = 'kisi-key-0123456789abcdef',
  }: { readonly clock?: Clock; readonly apiKey?: string } = {}): Promise<KisiSimulator> {
    const server = createServer();
    const simulator = new KisiSimulator(new Building(clock), server, apiKey);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** An event webhook; switched off after ten messages that nobody took. */
  postTo(
    plan: Omit<PostingPlan, 'headersOf'>,
    { key, hasPrefix }: { readonly key?: string; readonly hasPrefix?: boolean },
  ): Posting {
    const posting = new Posting({
      ...plan,
      headersOf: (body) =>
        (key ? { 'x-signature': kisiSignatureHeader(body, key, hasPrefix) } : {}) as Record<string, string>,
    });
    const webhook: EventWebhook = {
      id: 300 + this.webhooks.length,
      type: 'event_webhook',
      url: plan.url,
      posting,
      disabled_due_to_error: false,
    };
    this.webhooks.push(webhook);
    this.building.onEvent((event) => {
      webhook.disabled_due_to_error ||= posting.discarded >= failuresBeforeOff;
      if (!webhook.disabled_due_to_error) posting.queue(JSON.stringify(event));
    });
    return posting;
  }

  async stop(): Promise<void> {
    for (const { posting } of this.webhooks) posting.stop();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  /** `members`, `member`: what the account of the key may not read. */
  readonly withdrawn = new Set<string>();

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(url.pathname);
    const { faults } = this;
    if (faults.silent) return;
    if (url.pathname === '/members' && this.pages >= (faults.cutAfterPages ?? Infinity))
      return void request.socket.destroy();
    if (request.headers.authorization !== `KISI-LOGIN ${this.apiKey}` || faults.keyDeleted)
      return this.send(response, 401, { code: 'b1d60b', message: 'You need to sign in' });
    if (request.method !== 'GET') {
      this.written += 1;
      return this.send(response, 403, { message: 'Not allowed' });
    }
    if (faults.status !== undefined && (faults.times ?? 1) > 0) {
      if (faults.times !== undefined) faults.times -= 1;
      if (faults.status === 429 && faults.retryAfterSeconds !== undefined)
        response.setHeader('Retry-After', String(faults.retryAfterSeconds));
      return this.send(response, faults.status, { message: 'Something went wrong' });
    }
    const [, resource, id] = url.pathname.split('/');
    if (resource === 'members' && this.withdrawn.has(id ? 'member' : 'members'))
      return this.send(response, 403, { message: 'Not allowed' });
    if (resource === 'integrations')
      return this.send(
        response,
        200,
        this.webhooks.map((webhook) => ({ ...webhook, posting: undefined })),
      );
    if (resource !== 'members') return this.send(response, 404, { message: 'Not found' });
    if (id === undefined) return this.list(url.searchParams, response);
    const member = this.building.members.get(Number(id));
    return member ? this.send(response, 200, shown(member)) : this.send(response, 404, { message: 'Not found' });
  }

  private list(query: URLSearchParams, response: ServerResponse): void {
    const [limit, offset] = [Number(query.get('limit') ?? 10), Number(query.get('offset') ?? 0)];
    if (!(limit >= 1 && limit <= 100) || !(offset >= 0 && offset <= 20_000))
      return this.send(response, 422, { message: 'limit or offset is out of range' });
    this.pages += 1;
    const all = [...this.building.members.values()].filter(
      (each) => (query.get('place_id') ?? String(each.place_id)) === String(each.place_id),
    );
    const page = all.slice(offset, offset + limit);
    response.setHeader('X-Collection-Range', `${offset}-${offset + Math.max(page.length, 1) - 1}/${all.length}`);
    return this.send(
      response,
      200,
      (this.faults.halfPages ? page.slice(0, Math.floor(page.length / 2)) : page).map(shown),
    );
  }

  private send(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(this.faults.notJson ? '<html>Maintenance</html>' : JSON.stringify(body));
  }
}

function shown(member: Member): object {
  return { ...member, place_id: undefined };
}
