import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/kernel/clock.js';
import { EnvoyOffice } from './office.js';
import { invitePayload, listedEntry, readInvite } from './payloads.js';
import { WebhookSender, type WebhookPlan } from './webhook-sender.js';

/** Switches for what goes wrong; all off at first. */
export interface Faults {
  /** Answered instead of the truth by everything but the token. */
  status?: number;
  retryAfterSeconds?: number;
  notJson?: boolean;
  /** Never answers. */
  silent?: boolean;
  /** Lists of entries leave out all but so many, and still give the whole total. */
  halfLists?: number;
  /** The connection is cut once so many pages of entries were given. */
  cutAfterPages?: number;
  /** Calls a minute before 429. */
  bucket?: number;
  /** Tokens are good for no call more. */
  tokensRevoked?: boolean;
}

export interface JobUpdate {
  readonly id: string;
  readonly status: string;
  readonly [name: string]: unknown;
}

const tokenSeconds = 43_200;
const mostPerPage = 100;

/** Envoy's API on a real socket: tokens, version 1 and 3 lists, jobs. The addresses of app and API are one here. */
export class EnvoySimulator {
  readonly faults: Faults = {};
  readonly asked: string[] = [];
  readonly jobs: JobUpdate[] = [];
  readonly office: EnvoyOffice;
  readonly clientId = 'envoy-client-id';
  readonly installId = '48213';
  readonly apiKey = 'API-KEY-0123456789';
  /** Smaller pages need fewer records in a test. */
  perPage = mostPerPage;
  private readonly tokens = new Map<string, { readonly of: 'app' | 'installer'; readonly until: number }>();
  private calls: number[] = [];
  private pages = 0;

  private constructor(
    private readonly server: Server,
    clock: Clock | undefined,
    readonly clientSecret: string,
  ) {
    this.office = new EnvoyOffice(clock);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  static async start({
    clock,
    clientSecret = 'envoy_client_secret',
  }: { clock?: Clock; clientSecret?: string } = {}): Promise<EnvoySimulator> {
    const server = createServer();
    const simulator = new EnvoySimulator(server, clock, clientSecret);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  postWebhooksTo(plan: WebhookPlan): WebhookSender {
    return new WebhookSender(this.office, { clientSecret: this.clientSecret, ...plan });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://envoy');
    this.asked.push(`${request.method} ${url.pathname}`);
    if (this.faults.silent) return;
    try {
      const body = this.outcome(request, url, Buffer.concat(chunks).toString('utf8'), response);
      send(response, 200, this.faults.notJson ? '<html>' : JSON.stringify(body));
    } catch (error) {
      if (error instanceof Cut) return void request.socket.destroy();
      const { status, message } = error instanceof Refused ? error : new Refused(500, String(error));
      send(response, status, this.faults.notJson ? '<html>' : JSON.stringify({ message }));
    }
  }

  private outcome(request: IncomingMessage, url: URL, text: string, response: ServerResponse): unknown {
    const { pathname: path } = url;
    if (path === '/a/auth/v0/token') return this.token(request, new URLSearchParams(text));
    this.authorize(request, path);
    if (this.isWithdrawn(path)) throw new Refused(403, 'insufficient_scope');
    this.meetFaults(response);
    if (path.startsWith('/v1/')) return this.version1(path.split('/').slice(2), url.searchParams);
    if (path === '/api/v3/invites') return this.invites(url.searchParams);
    const job = /^\/api\/v2\/plugin-services\/jobs\/([\w-]+)$/.exec(path);
    if (job && request.method === 'PATCH') this.meetJobFault(response);
    if (job && request.method === 'PATCH') return this.updateJob(job[1], JSON.parse(text) as Omit<JobUpdate, 'id'>);
    throw new Refused(404, 'Not found');
  }

  private token(request: IncomingMessage, form: URLSearchParams): object {
    const basic = `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`;
    if (request.headers.authorization !== basic) throw new Refused(401, 'invalid_client');
    const grant = form.get('grant_type');
    if (grant === 'plugin_install' && form.get('install_id') !== this.installId)
      throw new Refused(400, 'unknown install');
    if (grant === 'client_credentials' && this.withdrawn.has('jobs')) throw new Refused(403, 'insufficient_scope');
    if (grant !== 'plugin_install' && grant !== 'client_credentials') throw new Refused(400, 'unsupported_grant_type');
    const value = `token-${this.tokens.size + 1}`;
    this.tokens.set(value, {
      of: grant === 'plugin_install' ? 'installer' : 'app',
      until: this.office.clock.milliseconds() + tokenSeconds * 1000,
    });
    this.faults.tokensRevoked = false;
    return {
      token_type: 'Bearer',
      access_token: value,
      expires_in: tokenSeconds,
      refresh_token: 'refresh',
      refresh_token_expires_in: 259_200,
    };
  }

  /** `locations`, `flows`, `entries`, `invites`, `jobs`: scopes that the app was not given. */
  readonly withdrawn = new Set<string>();

  private isWithdrawn(path: string): boolean {
    return [...this.withdrawn].some((resource) => path.split('/').includes(resource));
  }

  private authorize({ headers }: IncomingMessage, path: string): void {
    if (path.startsWith('/v1/') && headers['x-api-key'] === this.apiKey) return;
    const token = this.tokens.get(String(headers.authorization ?? '').replace('Bearer ', ''));
    const wanted = path.startsWith('/api/v2/') ? 'app' : 'installer';
    if (!token || token.until <= this.office.clock.milliseconds() || this.faults.tokensRevoked)
      throw new Refused(401, 'unauthorized');
    if (token.of !== wanted) throw new Refused(403, 'wrong kind of token');
  }

  private meetFaults(response: ServerResponse): void {
    const now = this.office.clock.milliseconds();
    this.calls = [...this.calls.filter((at) => at > now - 60_000), now];
    const isFull = this.calls.length > (this.faults.bucket ?? Infinity);
    const status = isFull ? 429 : this.faults.status;
    if (status === undefined) return;
    if (this.faults.retryAfterSeconds !== undefined)
      response.setHeader('retry-after', String(this.faults.retryAfterSeconds));
    throw new Refused(status, 'Something went wrong.');
  }

  /**
   * What updates of jobs are answered with, one after the other, before they are taken; 429 names a time to wait, 401
   * ends the token.
   */
  readonly jobFaults: { readonly status: number; readonly retryAfterSeconds?: number }[] = [];
  /** When each update of a job came, refused or not. */
  readonly jobsAskedAt: number[] = [];

  private meetJobFault(response: ServerResponse): void {
    this.jobsAskedAt.push(Date.now());
    const fault = this.jobFaults.shift();
    if (!fault) return;
    if (fault.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(fault.retryAfterSeconds));
    if (fault.status === 401) this.tokens.clear();
    throw new Refused(fault.status, 'Something went wrong.');
  }

  private version1([resource, id]: string[], query: URLSearchParams): object {
    if (resource === 'locations') return this.listed(this.office.locations, query);
    if (resource === 'flows') return this.listed(this.office.flows, query);
    if (resource === 'invites' && id) {
      const invite = this.office.invites.find((each) => each.id === id && !each.removed);
      if (!invite) throw new Refused(404, 'Not found');
      return { data: readInvite(invite) };
    }
    if (resource !== 'entries') throw new Refused(404, 'Not found');
    if (id) {
      const entry = this.office.entries.find((each) => each.id === id);
      if (!entry) throw new Refused(404, 'Not found');
      return { data: listedEntry(entry) };
    }
    return this.listEntries(query);
  }

  private listEntries(query: URLSearchParams): object {
    if (query.get('sort') !== 'SIGNED_IN_AT' || query.get('order') !== 'ASC') throw new Refused(400, 'sort and order');
    if (this.pages >= (this.faults.cutAfterPages ?? Infinity)) throw new Cut();
    this.pages += 1;
    const after = Date.parse(query.get('signedInAtAfter') ?? '');
    const wanted = this.office.entries
      .filter(({ signedInAt }) => signedInAt.getTime() >= after)
      .sort((one, other) => one.signedInAt.getTime() - other.signedInAt.getTime())
      .map(listedEntry);
    const page = this.listed(wanted, query);
    return this.faults.halfLists === undefined ? page : { ...page, data: page.data.slice(0, this.faults.halfLists) };
  }

  private listed<Item>(items: readonly Item[], query: URLSearchParams): { data: Item[]; meta: object } {
    const page = Number(query.get('page') ?? 1);
    const perPage = Math.min(Number(query.get('perPage') ?? 30), this.perPage);
    return { data: items.slice((page - 1) * perPage, page * perPage), meta: { page, perPage, total: items.length } };
  }

  private invites(query: URLSearchParams): object {
    const [offset, limit] = [
      Number(query.get('page[offset]')),
      Math.min(Number(query.get('page[limit]')), mostPerPage),
    ];
    const from = Date.parse(`${query.get('filter[date-from]')}T00:00:00Z`);
    const wanted = this.office.invites.filter(
      ({ removed, expectedArrivalAt }) => !removed && expectedArrivalAt.getTime() >= from,
    );
    return { data: wanted.slice(offset, offset + limit).map((invite) => invitePayload(this.office, invite, true)) };
  }

  private updateJob(id: string, update: Omit<JobUpdate, 'id'>): object {
    const attachments = (update.attachments ?? []) as { type?: string; label?: string; value?: string }[];
    const known = ['text', 'password', 'json', 'link', 'credential_image'];
    if (!['done', 'ignored', 'failed'].includes(String(update.status))) throw new Refused(422, 'status');
    if (attachments.some(({ type = 'text', label, value }) => !known.includes(type) || !label || !value))
      throw new Refused(422, 'attachments');
    if (id === 'unknown') throw new Refused(404, 'Not found');
    this.jobs.push({ id, ...update } as JobUpdate);
    return { id };
  }
}

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

class Cut extends Error {}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}
