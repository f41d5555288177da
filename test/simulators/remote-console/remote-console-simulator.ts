import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bulk } from './bulk.js';
import { type Answer, type Body, ConsoleState, problem } from './console-state.js';
import { listing, type ListingRules } from './listing.js';
import { rateHeaders, RequestWindow, type ToldRate } from './request-window.js';
import { type SeenRequest, seenRequest } from './seen-request.js';
import { type PlannedFault, type WireFault, WireFaults } from './wire-faults.js';

export interface SimulatorOptions extends ToldRate {
  /**
   * plain: only what the reference documents, everything else refused. extended: bulk, external ids, Idempotency-Key…
   */
  readonly mode: 'plain' | 'extended';
  readonly window?: 'fixed' | 'sliding';
  /** Milliseconds; a test that owns time passes its own. */
  readonly clock?: () => number;
  /** Tokens and the organizations they may act for; the first is the token's own. */
  readonly tokens?: Readonly<Record<string, readonly string[]>>;
  readonly unknownParameters?: 'refuse' | 'ignore';
  readonly bulkRowLimit?: number;
  /** summary: the answer of POST /vouchers names no codes, as the reference leaves open. */
  readonly voucherAnswer?: 'codes' | 'summary';
}

/** A remote Wi-Fi console on a real socket, as its reference describes it, with every way of failing. */
export class RemoteConsoleSimulator {
  readonly token = 'sim-token-0123456789abcdef0123456789';
  readonly seen: SeenRequest[] = [];
  inFlight = 0;
  private readonly states = new Map<string, ConsoleState>();
  private readonly faults = new WireFaults();
  private readonly replays = new Map<string, { body: string; answer: Answer }>();
  private readonly jobs = new Map<string, Answer>();
  private readonly window: RequestWindow;
  private readonly clock: () => number;
  private server: Server;
  private port = 0;

  private constructor(private readonly options: SimulatorOptions) {
    this.clock = options.clock ?? (() => Date.now());
    this.window = new RequestWindow(options.ratePerMinute ?? 100, options.window ?? 'fixed');
  }

  static async start(options: SimulatorOptions): Promise<RemoteConsoleSimulator> {
    const simulator = new RemoteConsoleSimulator(options);
    await simulator.open();
    return simulator;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens again, at the same address, after it was closed. */
  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      void this.serve(request, response);
    });
    await new Promise<void>((resolve) => {
      this.server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Requests answered 429 because of their number. */
  get refusedByRate(): number {
    return this.seen.filter(({ status }) => status === 429).length;
  }

  organization(id = 'org-1'): ConsoleState {
    const known = this.states.get(id);
    if (known) return known;
    const now = () => new Date(this.clock()).toISOString();
    const state = new ConsoleState(
      { extended: this.options.mode === 'extended', now },
      `0190b0${(this.states.size + 10).toString(16)}-0000`,
    );
    this.states.set(id, state);
    return state;
  }

  fail(fault: WireFault, planned: PlannedFault = {}): void {
    this.faults.plan(fault, planned);
  }

  /** Ends every fault. */
  heal(): void {
    this.faults.end();
  }

  requests(method: string, path: string | RegExp): SeenRequest[] {
    return this.seen.filter(
      (request) =>
        request.method === method && (typeof path === 'string' ? request.path === path : path.test(request.path)),
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    response.on('close', () => {
      this.inFlight -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const organizations = this.allowedFor(request.headers.authorization);
    const seen = seenRequest(request, Buffer.concat(chunks).toString('utf8'), organizations, this.clock());
    this.seen.push(seen);
    const rate = this.window.count(seen.headers.authorization ?? '', this.clock());
    const fault = this.faults.of(seen);
    if (fault?.kind === 'drop_before_effect') return void response.destroy();
    if (fault?.kind === 'slow')
      await new Promise((resolve) => {
        setTimeout(resolve, fault.milliseconds);
      });
    const answer = this.answerTo(seen, rate.allowed, fault);
    seen.status = answer.status;
    if (fault?.kind === 'drop_after_effect') return void response.destroy();
    response.writeHead(answer.status, {
      'content-type': 'application/hal+json',
      date: new Date(this.clock()).toUTCString(),
      ...rateHeaders(rate, this.options, { now: this.clock(), isRefused: answer.status === 429 }),
      ...answer.headers,
    });
    response.end(
      typeof answer.body === 'string'
        ? answer.body
        : answer.body === undefined
          ? undefined
          : JSON.stringify(answer.body),
    );
  }

  private answerTo(seen: SeenRequest, withinRate: boolean, fault: WireFault | undefined): Answer {
    if (fault?.kind === 'status') {
      return {
        status: fault.status,
        body: fault.body ?? problem(fault.status, 'A fault of the simulator').body,
        headers: { 'content-type': 'application/problem+json', ...fault.headers },
      };
    }
    if (fault?.kind === 'not_json')
      return { status: 200, body: '<html>Maintenance</html>', headers: { 'content-type': 'text/html' } };
    const allowed = this.allowedFor(seen.headers.authorization);
    if (!allowed) return problem(401, 'The token is missing or not valid');
    if (!withinRate)
      return {
        ...problem(429, 'Too many requests'),
        headers: {
          'content-type': 'application/problem+json',
          ...(this.options.mode === 'extended'
            ? { 'retry-after': String(60 - Math.floor((this.clock() / 1000) % 60)) }
            : {}),
        },
      };
    if (!allowed.includes(seen.organization)) return problem(403, 'The key may not act for that organization');
    const key = seen.headers['idempotency-key'];
    if (this.options.mode !== 'extended' || seen.method !== 'POST' || typeof key !== 'string') return this.route(seen);
    return this.once(`${seen.headers.authorization} ${seen.organization} ${key}`, seen);
  }

  private once(key: string, seen: SeenRequest): Answer {
    const body = JSON.stringify([seen.path, seen.body]);
    const before = this.replays.get(key);
    if (before)
      return before.body === body
        ? { ...before.answer, headers: { ...before.answer.headers, 'idempotency-replayed': 'true' } }
        : problem(422, 'The Idempotency-Key was used with another body');
    const answer = this.route(seen);
    if (answer.status < 500) this.replays.set(key, { body, answer: structuredClone(answer) });
    return answer;
  }

  private route(seen: SeenRequest): Answer {
    const state = this.organization(seen.organization);
    const extended = this.options.mode === 'extended';
    const [, resource, id, more] = seen.path.split('/').map(decodeURIComponent);
    const call = `${seen.method} ${resource}${id === undefined ? '' : '/{id}'}`;
    switch (call) {
      case 'GET users':
        return this.list('users', state.users, seen, ['filter', 'sort']);
      case 'POST users':
        return state.createUser(seen.body);
      case 'GET users/{id}':
        return state.users.has(id)
          ? { status: 200, body: state.users.get(id) }
          : problem(404, `There is no user ${id}`);
      case 'PATCH users/{id}':
        return state.changeUser(id, seen.body);
      case 'DELETE users/{id}':
        return state.remove('users', id);
      case 'GET user-groups':
        return this.list('user_groups', state.groups, seen, extended ? ['filter', 'sort'] : []);
      case 'POST user-groups':
        return state.createGroup(seen.body);
      case 'GET vouchers':
        return this.list('vouchers', state.vouchers, seen, extended ? ['filter', 'sort'] : []);
      case 'POST vouchers':
        return this.summarised(state.createVouchers(seen.body));
      case 'PATCH vouchers/{id}':
        return extended ? state.changeVoucher(id, seen.body) : problem(404, 'There is no such path');
      case 'DELETE vouchers/{id}':
        return extended ? state.revokeVoucher(id) : problem(404, 'There is no such path');
      case 'POST bulk/{id}':
        return extended ? this.bulkCall(state, id, more, seen) : problem(404, 'There is no such path');
      case 'GET bulk/{id}':
        return this.jobs.get(more ?? '') ?? problem(404, 'There is no such job');
      default:
        return problem(404, 'There is no such path');
    }
  }

  private bulkCall(state: ConsoleState, resource: string, more: string | undefined, seen: SeenRequest): Answer {
    if (more !== 'async') return bulk(state, resource, seen.body, this.options.bulkRowLimit ?? 1000);
    const { results, summary } = bulk(state, resource, seen.body, 100_000).body as {
      results: unknown[];
      summary: unknown;
    };
    const jobId = `job-${this.jobs.size + 1}`;
    this.jobs.set(jobId, {
      status: 200,
      body: { job_id: jobId, status: 'completed', processed: results.length, total: results.length, results, summary },
    });
    return { status: 202, body: { job_id: jobId } };
  }

  private summarised(answer: Answer): Answer {
    if (this.options.voucherAnswer !== 'summary' || answer.status !== 201) return answer;
    return { status: 201, body: { created: (answer.body as { total_items: number }).total_items } };
  }

  private list(rel: string, held: ReadonlyMap<string, Body>, seen: SeenRequest, knows: ListingRules['knows']): Answer {
    const operators = this.options.mode === 'extended' ? ['eq', 'in'] : ['eq'];
    return listing(rel, [...held.values()], seen.path, seen.query, {
      knows: this.options.unknownParameters === 'ignore' ? [] : knows,
      operators,
      unknownParameters: this.options.unknownParameters ?? 'refuse',
    });
  }

  private allowedFor(authorization: string | undefined): readonly string[] | undefined {
    const tokens = this.options.tokens ?? { [this.token]: ['org-1', 'org-2'] };
    return authorization?.startsWith('Bearer ') ? tokens[authorization.slice(7)] : undefined;
  }
}
