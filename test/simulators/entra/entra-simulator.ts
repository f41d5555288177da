import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeltaRounds, refused, selected } from './delta-rounds.js';
import { Directory } from './directory.js';
import { Notifications } from './notifications.js';

export interface EntraFaults {
  status?: number;
  retryAfterSeconds?: number;
  /** How many answers have that status; all when absent. */
  times?: number;
  silent?: boolean;
  notJson?: boolean;
  /** Pages of the list of people that are answered before the connection is cut. */
  cutAfterPages?: number;
}

type Clock = { milliseconds(): number };
type Answer = { readonly status: number; readonly body?: object };

const permissions: Readonly<Record<string, string>> = {
  'User.Read.All': 'users',
  'GroupMember.Read.All': 'groups',
  'User-LifeCycleInfo.Read.All': 'leave_dates',
};

/** Microsoft Graph and its sign-in, of one tenant, on a real socket. */
export class EntraSimulator {
  readonly tenantId = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  readonly clientId = '6731de76-14a6-49ae-97bc-6eba6914391e';
  readonly clientSecret = 'entra-secret-8Q~0123456789';
  readonly faults: EntraFaults = {};
  readonly asked: string[] = [];
  /** Application permissions that were not given: users, groups, leave_dates. */
  readonly withdrawn = new Set<string>();
  readonly directory: Directory;
  readonly rounds: DeltaRounds;
  readonly notifications: Notifications;
  largestPage = 999;
  written = 0;
  private tokens = new Set<string>();
  private pages = 0;

  private constructor(
    clock: Clock,
    private readonly server: Server,
  ) {
    this.directory = new Directory(clock);
    this.rounds = new DeltaRounds(this.directory, clock, () => this.url);
    this.notifications = new Notifications(clock, this.tenantId);
    this.directory.onHappening((happening, isForGood) => this.notifications.tell(happening, isForGood));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.take(request, response);
    });
  }

  static async start(clock: Clock = { milliseconds: () => Date.now() }): Promise<EntraSimulator> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new EntraSimulator(clock, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Tokens end early, as after a change of the app. */
  endTokens(): void {
    this.tokens = new Set();
  }

  async stop(): Promise<void> {
    this.notifications.stop();
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://graph');
    const method = request.method ?? 'GET';
    this.asked.push(`${method} ${url.pathname}`);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString('utf8');
    const say = ({ status, body: said }: Answer, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(said === undefined ? '' : JSON.stringify(said));
    if (url.pathname === `/${this.tenantId}/oauth2/v2.0/token`) return say(this.signIn(new URLSearchParams(body)));
    const { faults } = this;
    if (faults.silent) return;
    if (!this.tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, '')))
      return say(refused(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'));
    if (faults.status !== undefined && (faults.times ?? 1) > 0) {
      if (faults.times !== undefined) faults.times -= 1;
      return say(
        refused(faults.status, 'TooManyRequests', 'Try again'),
        faults.retryAfterSeconds === undefined ? {} : { 'retry-after': String(faults.retryAfterSeconds) },
      );
    }
    if (faults.notJson) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Busy</html>');
    const answer = await this.answer(method, url, body);
    if (answer === 'cut') return void response.destroy();
    return say(answer);
  }

  private signIn(form: URLSearchParams): Answer {
    const isRight =
      form.get('client_id') === this.clientId &&
      form.get('client_secret') === this.clientSecret &&
      form.get('scope') === `${this.url}/.default` &&
      form.get('grant_type') === 'client_credentials';
    if (!isRight)
      return {
        status: 401,
        body: {
          error: 'invalid_client',
          error_description: 'AADSTS7000215: Invalid client secret provided.\r\nTrace ID: 1\r\nCorrelation ID: 2',
        },
      };
    const token = [
      { alg: 'RS256' },
      { jti: `${this.tokens.size}-${this.asked.length}`, roles: this.roles() },
      'signature',
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    this.tokens.add(token);
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
  }

  private async answer(method: string, url: URL, body: string): Promise<Answer | 'cut'> {
    const [, version, resource, id, part, cast] = url.pathname.split('/');
    const query = url.searchParams;
    if (version !== 'v1.0') return refused(404, 'BadRequest', 'Invalid version');
    if (resource === 'subscriptions') {
      this.written += 1;
      const asked = (body ? JSON.parse(body) : {}) as Record<string, string>;
      if (method === 'POST') return this.notifications.subscribe(asked);
      return method === 'PATCH' ? this.notifications.renew(id, asked) : this.notifications.end(id);
    }
    const isAboutGroups = resource === 'groups' || part === 'checkMemberGroups';
    this.withholdLeave(query);
    if (this.withdrawn.has(isAboutGroups ? 'groups' : 'users'))
      return refused(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
    if (method === 'POST' && part === 'checkMemberGroups') return this.memberGroups(id, body);
    if (method !== 'GET') return refused(405, 'BadRequest', 'Not here');
    if (resource !== 'users' && resource !== 'groups') return refused(404, 'BadRequest', 'Resource not found');
    if (id === 'delta') return this.rounds.answer(resource, query);
    if (resource === 'users') return this.users(query);
    const group = this.directory.groups.get(id);
    if (!group || group.state === 'gone') return refused(404, 'Request_ResourceNotFound', 'Resource does not exist.');
    if (part === undefined) return { status: 200, body: { id, displayName: group.displayName } };
    return this.members(id, cast === 'microsoft.graph.group', query, url.pathname);
  }

  private roles(): readonly string[] {
    return Object.keys(permissions).filter((role) => !this.withdrawn.has(permissions[role]));
  }

  /** Without the permission nothing is refused: the field is empty, as if nobody had a last day. */
  private withholdLeave(query: URLSearchParams): void {
    const select = query.get('$select')?.split(',');
    if (select && this.withdrawn.has('leave_dates'))
      query.set('$select', select.filter((name) => name !== 'employeeLeaveDateTime').join(','));
  }

  private users(query: URLSearchParams): Answer | 'cut' {
    const there = [...this.directory.people.values()].filter(({ state }) => state === 'there');
    const filter = query.get('$filter');
    if (filter !== null) {
      const ids = [...filter.matchAll(/'([^']+)'/g)].map(([, id]) => id);
      if (!filter.startsWith('id in (') || ids.length > 15)
        return refused(400, 'Request_UnsupportedQuery', 'Too many child clauses specified in search filter expression');
      return this.page(
        there.filter(({ id }) => ids.includes(id)),
        query,
        '/v1.0/users',
      );
    }
    this.pages += 1;
    if (this.pages > (this.faults.cutAfterPages ?? Infinity)) return 'cut';
    return this.page(there, query, '/v1.0/users');
  }

  private members(group: string, isOfGroups: boolean, query: URLSearchParams, path: string): Answer {
    const inside = [...this.directory.everybodyIn(group)];
    const found = isOfGroups
      ? inside.filter((id) => this.directory.groups.has(id))
      : inside.filter((id) => this.directory.people.get(id)?.state === 'there');
    return this.page(
      found.map((id) => ({ id, properties: {} })),
      query,
      path,
    );
  }

  private memberGroups(id: string, body: string): Answer {
    const { groupIds } = JSON.parse(body) as { readonly groupIds: readonly string[] };
    if (groupIds.length > 20) return refused(400, 'Request_BadRequest', 'groupIds must have at most 20');
    if (this.directory.people.get(id)?.state !== 'there')
      return refused(404, 'Request_ResourceNotFound', 'Resource does not exist.');
    return { status: 200, body: { value: groupIds.filter((group) => this.directory.everybodyIn(group).has(id)) } };
  }

  private page(
    all: readonly { readonly id: string; readonly properties: Readonly<Record<string, unknown>> }[],
    query: URLSearchParams,
    path: string,
  ): Answer {
    const select = (query.get('$select') ?? 'displayName').split(',');
    const from = Number(query.get('$skiptoken') ?? 0);
    const size = Math.min(Number(query.get('$top') ?? 100), this.largestPage);
    const value = all.slice(from, from + size).map(({ id, properties }) => ({
      id,
      ...Object.fromEntries(select.filter((name) => name !== 'id').map((name) => [name, null])),
      ...selected(properties, select),
    }));
    const next = new URLSearchParams(query);
    next.set('$skiptoken', String(from + size));
    return {
      status: 200,
      body: {
        '@odata.context': `${this.url}/v1.0/$metadata#users`,
        ...(from + size < all.length && { '@odata.nextLink': `${this.url}${path}?${next.toString()}` }),
        value,
      },
    };
  }
}
