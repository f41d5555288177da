import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PagingStyle = 'none' | 'page' | 'offset' | 'cursor' | 'next-url' | 'link';
export type AuthenticationType = 'none' | 'basic' | 'bearer' | 'header' | 'client_credentials';

/** Switches for what goes wrong; all off at first. */
export interface ListFaults {
  /** Answered instead of the truth, to `times` requests (default: all). */
  status?: number;
  times?: number;
  retryAfterSeconds?: number;
  notJson?: boolean;
  silent?: boolean;
  /** Cuts the connection once so many pages were given. */
  cutAfterPages?: number;
  /** The list is called something else today. */
  renamed?: boolean;
  /** The page asked for is not looked at: the first one always. */
  deaf?: boolean;
  /** Says there are so many more than there are. */
  totalTooHigh?: number;
  /** Where the next page is said to be. */
  nextElsewhere?: string;
  /** Cursors of before are not known any more. */
  cursorsForgotten?: boolean;
  /** No answer has more than so many records, whatever is asked for. */
  mostPerPage?: number;
}

export interface ListPlan {
  readonly style?: PagingStyle;
  readonly authentication?: AuthenticationType;
  readonly now?: () => Date;
}

export interface Person {
  id: number;
  updated_at: number;
  state: string;
  type?: string;
  contract: string;
  number: string;
  name: { first: string; last: string };
  contacts: { kind: string; address: string }[];
  unit: { name: string } | null;
  tags: string;
  start: string;
  end: string | null;
}

export const listSecret = 'list-secret-0123456789';
const usualPerPage = 25;

/** A personnel system's JSON list on a socket, in every manner that lists are cut into pages and asked for. */
export class PeopleList {
  readonly faults: ListFaults = {};
  /** Paths with queries, in the order they were asked for. */
  readonly asked: string[] = [];
  /** `list`, `changes`: what the account may not read. */
  readonly withdrawn = new Set<string>();
  readonly people = new Map<number, Person>();
  private readonly style: PagingStyle;
  private readonly authentication: AuthenticationType;
  private readonly now: () => Date;
  private tokens = 0;
  private pages = 0;
  private count = 0;

  private constructor(
    private readonly server: Server,
    { style = 'page', authentication = 'bearer', now = () => new Date() }: ListPlan,
  ) {
    this.style = style;
    this.authentication = authentication;
    this.now = now;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.answer(request, response);
    });
  }

  static async start(plan: ListPlan = {}): Promise<PeopleList> {
    const server = createServer();
    const list = new PeopleList(server, plan);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return list;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/api/people?fields=all`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  hire(last: string, changes: Partial<Person> = {}): Person {
    this.count += 1;
    const person: Person = {
      id: 5000 + this.count,
      updated_at: this.seconds(),
      state: 'active',
      contract: 'perm',
      number: `A-${this.count}`,
      name: { first: 'Alex', last },
      contacts: [
        { kind: 'home', address: 'home@home.example' },
        { kind: 'work', address: `${last}.${this.count}@Example.com` },
      ],
      unit: { name: 'Power systems' },
      tags: 'vpn; lab',
      start: '01.03.2026',
      end: null,
      ...changes,
    };
    this.people.set(person.id, person);
    return person;
  }

  change(person: Person, changes: Partial<Person>): void {
    Object.assign(person, changes, { updated_at: this.seconds() });
  }

  /** The tokens given so far mean nothing any more. */
  endTokens(): void {
    this.tokens += 1;
  }

  private seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    this.asked.push(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.faults.silent) return;
    if (this.pages >= (this.faults.cutAfterPages ?? Infinity)) return void request.socket.destroy();
    if (url.pathname === '/token') return this.giveToken(request, Buffer.concat(chunks).toString(), response);
    if (this.faults.status !== undefined && (this.faults.times ?? 1) > 0) {
      if (this.faults.times !== undefined) this.faults.times -= 1;
      if (this.faults.retryAfterSeconds !== undefined)
        response.setHeader('retry-after', String(this.faults.retryAfterSeconds));
      return send(response, this.faults.status, { error: `refused: ${request.headers.authorization}` });
    }
    if (
      this.withdrawn.has(
        new URL(request.url ?? '/', this.origin).searchParams.has('updated_since') ? 'changes' : 'list',
      )
    )
      return send(response, 403, { error: 'not permitted' });
    if (!this.isAllowed(request)) return send(response, 401, { error: `unknown: ${request.headers.authorization}` });
    if (this.faults.notJson) return send(response, 200, '<html>Maintenance</html>');
    this.page(url, response);
  }

  private isAllowed({ headers }: IncomingMessage): boolean {
    switch (this.authentication) {
      case 'none':
        return true;
      case 'basic':
        return headers.authorization === `Basic ${Buffer.from(`usher:${listSecret}`).toString('base64')}`;
      case 'bearer':
        return headers.authorization === `Bearer ${listSecret}`;
      case 'header':
        return headers['x-api-key'] === listSecret;
      case 'client_credentials':
        return headers.authorization === `Bearer token-${this.tokens}`;
    }
  }

  private giveToken({ headers }: IncomingMessage, form: string, response: ServerResponse): void {
    const isKnown =
      headers.authorization === `Basic ${Buffer.from(`usher:${listSecret}`).toString('base64')}` &&
      new URLSearchParams(form).get('grant_type') === 'client_credentials';
    if (!isKnown) return send(response, 401, { error: 'invalid_client' });
    this.tokens += 1;
    send(response, 200, { access_token: `token-${this.tokens}`, token_type: 'bearer', expires_in: 3600 });
  }

  private page(url: URL, response: ServerResponse): void {
    const since = Number(url.searchParams.get('updated_since') ?? 0);
    const all = [...this.people.values()].filter(({ updated_at: at }) => at >= since);
    const size =
      this.style === 'none'
        ? Infinity
        : Math.min(Number(url.searchParams.get('per_page') ?? usualPerPage), this.faults.mostPerPage ?? 100);
    const cursor = url.searchParams.get('cursor');
    if (cursor && (this.faults.cursorsForgotten || !/^c\d+$/.test(cursor)))
      return send(response, 410, { error: 'unknown cursor' });
    const from = this.faults.deaf
      ? 0
      : cursor
        ? Number(cursor.slice(1))
        : this.style === 'offset'
          ? Number(url.searchParams.get('offset') ?? 0)
          : (Number(url.searchParams.get('page') ?? 1) - 1) * (size === Infinity ? 0 : size);
    const data = all.slice(from, from + size);
    const hasMore = from + size < all.length;
    const next = new URL(url);
    if (hasMore) next.searchParams.set('cursor', `c${from + size}`);
    const nextUrl = this.faults.nextElsewhere ?? next.href;
    if (hasMore && this.style === 'link')
      response.setHeader('link', `<${url.href}>; rel="self", <${nextUrl}>; rel="next"`);
    this.pages += 1;
    send(response, 200, {
      [this.faults.renamed ? 'items' : 'data']: data,
      total: all.length + (this.faults.totalTooHigh ?? 0),
      ...(this.style === 'cursor' ? { meta: { next: hasMore ? `c${from + size}` : null } } : {}),
      ...(this.style === 'next-url' ? { links: { next: hasMore ? nextUrl : null } } : {}),
    });
  }
}

function send(response: ServerResponse, status: number, body: string | object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
