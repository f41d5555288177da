import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Channels, refusal } from './channels.js';
import { CompanyDirectory, type DirectoryUser } from './company-directory.js';

export interface WorkspaceFaults {
  status?: number;
  /** Of a refusal: quotaExceeded is 403, too. */
  reason?: string;
  retryAfterSeconds?: number;
  times?: number;
  silent?: boolean;
  notJson?: boolean;
  /** Pages of users that are answered before the connection is cut. */
  cutAfterPages?: number;
  /** Tokens of pages are too old. */
  pagesExpire?: boolean;
}

type Clock = { milliseconds(): number };
type Answer = { readonly status: number; readonly body?: object };

const prefix = 'https://www.googleapis.com/auth/admin.directory.';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const clientEmail = 'wifi-accounts@acme-project.iam.example';

/** The file that Google hands out for a service account. */
export const keyFile = JSON.stringify({
  type: 'service_account',
  project_id: 'acme-project',
  private_key_id: '0123',
  private_key: privateKey,
  client_email: clientEmail,
  client_id: '1029384756',
});

/** The Directory API and Google's sign-in, of one company, on a real socket. */
export class GoogleWorkspaceSimulator {
  readonly adminEmail = 'wifi-directory@acme.example';
  readonly delegated = new Set(['user', 'group', 'group.member'].map((name) => `${prefix}${name}.readonly`));
  readonly faults: WorkspaceFaults = {};
  readonly asked: string[] = [];
  readonly directory = new CompanyDirectory();
  readonly channels: Channels;
  largestPage = 500;
  written = 0;
  /** With their scopes. */
  private readonly tokens = new Map<string, readonly string[]>();
  private pages = 0;

  private constructor(
    private readonly clock: Clock,
    private readonly server: Server,
  ) {
    this.channels = new Channels(clock, (id) => this.directory.users.get(id)?.fields.primaryEmail);
    this.directory.onEvent((event) => this.channels.tell(event));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.take(request, response);
    });
  }

  static async start(clock: Clock = { milliseconds: () => Date.now() }): Promise<GoogleWorkspaceSimulator> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new GoogleWorkspaceSimulator(clock, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Takes a scope from the service account. */
  withdraw(right: string): void {
    this.delegated.delete(`${prefix}${right === 'users' ? 'user' : 'group.member'}.readonly`);
  }

  async stop(): Promise<void> {
    this.channels.end();
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://google');
    const method = request.method ?? 'GET';
    this.asked.push(`${method} ${url.pathname}`);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString('utf8');
    const say = ({ status, body: said }: Answer, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(said === undefined ? '' : JSON.stringify(said));
    if (url.pathname === '/token') return say(this.signIn(new URLSearchParams(body)));
    const { faults } = this;
    if (faults.silent) return;
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (!this.tokens.has(token)) return say(refusal(401, 'authError', 'Invalid Credentials'));
    if (faults.status !== undefined && (faults.times ?? 1) > 0) {
      if (faults.times !== undefined) faults.times -= 1;
      const retry = faults.retryAfterSeconds;
      return say(
        refusal(faults.status, faults.reason ?? 'backendError', 'Try again'),
        retry === undefined ? {} : { 'retry-after': String(retry) },
      );
    }
    if (faults.notJson) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Busy</html>');
    const answer = this.answer(method, url, body, this.tokens.get(token)!);
    if (answer === 'cut') return void response.destroy();
    return say(answer);
  }

  /** https://developers.google.com/identity/protocols/oauth2/service-account. */
  private signIn(form: URLSearchParams): Answer {
    const refused = (status: number, error: string, description: string): Answer => ({
      status,
      body: { error, error_description: description },
    });
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !isSigned)
      return refused(400, 'invalid_grant', 'Invalid JWT Signature.');
    const { iss, sub, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      iss: string;
      sub: string;
      scope: string;
      aud: string;
      iat: number;
      exp: number;
    };
    const now = this.clock.milliseconds() / 1000;
    if (iss !== clientEmail || aud !== `${this.url}/token` || iat > now + 300 || exp < now || exp - iat > 3600)
      return refused(400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token.');
    if (sub !== this.adminEmail) return refused(400, 'invalid_grant', 'Invalid email or User ID');
    const wanted = scope.split(' ');
    if (wanted.some((each) => !this.delegated.has(each)))
      return refused(401, 'unauthorized_client', 'Client is unauthorized to retrieve access tokens using this method.');
    const token = `ya29.${this.tokens.size}`;
    this.tokens.set(token, wanted);
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
  }

  private answer(method: string, url: URL, body: string, scopes: readonly string[]): Answer | 'cut' {
    if (url.pathname === '/admin/directory_v1/channels/stop') {
      this.written += 1;
      return this.channels.stop(JSON.parse(body) as Record<string, unknown>);
    }
    const [, , , , resource, id, part, other] = url.pathname.split('/').map(decodeURIComponent);
    const scope = resource === 'users' ? 'user' : part === undefined ? 'group' : 'group.member';
    if (!scopes.includes(`${prefix}${scope}.readonly`))
      return refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    const query = url.searchParams;
    if (resource === 'users' && id === 'watch' && method === 'POST') {
      this.written += 1;
      return this.channels.watch(query.get('event') ?? '', JSON.parse(body) as Record<string, unknown>);
    }
    if (method !== 'GET') return refusal(405, 'httpMethodNotAllowed', 'Not here');
    if (resource === 'users') return id === undefined ? this.users(query) : this.user(id, query);
    const group = this.directory.groups.get(id);
    if (!group) return refusal(404, 'notFound', 'Resource Not Found: groupKey');
    if (part === undefined) return { status: 200, body: { id: `g-${id}`, name: group.name } };
    const inside = this.directory.everybodyIn(id);
    if (part === 'hasMember') {
      // https://developers.google.com/workspace/admin/directory/reference/rest/v1/members/hasMember
      if (!group.members.has(other) && this.directory.domainOf(other) !== id.split('@')[1])
        return refusal(400, 'invalid', 'Invalid Input: memberKey');
      return { status: 200, body: { isMember: inside.has(other) || inside.has('*') } };
    }
    return this.page('members', [...inside].map(memberOf), query);
  }

  private user(id: string, query: URLSearchParams): Answer {
    const user = this.directory.users.get(id);
    if (!user || user.isDeleted) return refusal(404, 'notFound', 'Resource Not Found: userKey');
    return { status: 200, body: shown(user, query.get('fields') ?? '') };
  }

  private users(query: URLSearchParams): Answer | 'cut' {
    if (query.get('customer') !== 'my_customer') return refusal(400, 'badRequest', 'Bad Request');
    this.pages += 1;
    if (this.pages > (this.faults.cutAfterPages ?? Infinity)) return 'cut';
    const isOfDeleted = query.get('showDeleted') === 'true';
    const found = [...this.directory.users.values()].filter(({ isDeleted }) => isDeleted === isOfDeleted);
    return this.page(
      'users',
      found.map((user) => shown(user, query.get('fields') ?? '')),
      query,
    );
  }

  private page(name: string, all: readonly object[], query: URLSearchParams): Answer {
    const pageToken = query.get('pageToken');
    if (pageToken !== null && this.faults.pagesExpire) return refusal(400, 'invalid', 'Invalid Input: pageToken');
    const from = Number(pageToken ?? 0);
    const size = Math.min(Number(query.get('maxResults') ?? 100), this.largestPage);
    const some = all.slice(from, from + size);
    const answer = {
      kind: `admin#directory#${name}`,
      ...(some.length > 0 ? { [name]: some } : {}),
      ...(from + size < all.length ? { nextPageToken: String(from + size) } : {}),
    };
    return { status: 200, body: ofFields(answer, query.get('fields') ?? '') };
  }
}

/** Only the fields that were asked for: `a,b(c)` of one, `nextPageToken,users(a,b(c))` of a list. */
function shown({ id, fields }: DirectoryUser, wanted: string): object {
  const ofOne = /users\((.*)\)$/.exec(wanted)?.[1] ?? wanted;
  const names: readonly string[] = ofOne.replace(/\([^()]*\)/g, '').split(',');
  return {
    ...(names.includes('id') ? { id } : {}),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))),
  };
}

/** https://developers.google.com/workspace/admin/directory/v1/guides/performance#partial-response */
function ofFields(answer: object, wanted: string): object {
  const names = wanted.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').split(',');
  return Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)));
}

function memberOf(id: string): object {
  if (id === '*') return { id: 'C01abc2de', type: 'CUSTOMER' };
  return id.includes('@') ? { id: `g-${id}`, type: 'GROUP' } : { id, type: 'USER' };
}
