import type { Clock, Instant } from '../../../kernel/clock.js';
import {
  type HttpClient,
  jsonOf,
  OutboundFailure,
  type OutboundRequest,
  type OutboundResponse,
} from '../../../kernel/http-client.js';
import type { Ids } from '../../../kernel/ids.js';
import type { Log } from '../../../kernel/log.js';
import { ConsoleRefused } from '../port/console-problems.js';
import { claimLost, type OperationPriority } from '../port/wifi-console.js';
import { rateNewsOf } from './rate-headers.js';
import type { Query, RemoteAddress } from './remote-address.js';
import type { RemoteBudget } from './remote-budget.js';
import { wireProblem, type WireBody } from './remote-console.wire.js';
import { isObject } from '../../../kernel/json/is-object.js';

export interface RemoteRequest {
  readonly method: OutboundRequest['method'];
  readonly path: readonly string[];
  readonly query?: Query;
  readonly body?: WireBody;
  readonly idempotencyKey?: string;
  readonly timeoutMilliseconds?: number;
}

/** Result of a request, by its meaning for us. */
export type RemoteAnswer = { readonly replayed?: boolean } & (
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'missing'; readonly detail: string }
  | { readonly kind: 'not_offered'; readonly detail: string }
  | { readonly kind: 'conflict'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly detail: string; readonly fields: readonly string[] }
  /**
   * Not now. `broke`: a server error, in the middle of whatever it did. `noSuchPath`: a 404 that is not the console's
   * own. `isAway`, here and below: nothing that is the console answered.
   */
  | {
      readonly kind: 'later';
      readonly detail: string;
      readonly notBeforeAt?: Instant;
      readonly broke?: boolean;
      readonly noSuchPath?: boolean;
      readonly isAway?: boolean;
    }
  | { readonly kind: 'unknown'; readonly detail: string; readonly isAway?: boolean }
);

/** Asked immediately before the request. */
export type StillWanted = () => Promise<boolean>;

/** Transport to one organization at one remote console: budget, authorization, meaning of the answer. */
export class RemoteConsoleClient {
  constructor(
    private readonly http: HttpClient,
    private readonly address: RemoteAddress,
    private readonly token: string,
    private readonly budget: RemoteBudget,
    private readonly tools: { readonly clock: Clock; readonly ids: Ids; readonly log: Log },
  ) {}

  /**
   * Waits for the shared budget, then sends once if it is `stillWanted`. @throws ConsoleRefused on 401 and 403.
   */
  async send(request: RemoteRequest, priority: OperationPriority, stillWanted?: StillWanted): Promise<RemoteAnswer> {
    const denied = await this.permission(priority);
    if (denied) return denied;
    if (stillWanted && !(await stillWanted())) return { kind: 'later', detail: claimLost.detail };
    const answer = await this.sendNow(request);
    // A stored refusal of the same operation says what was true then. Nothing happened, so it may be asked again.
    return answer.replayed && answer.kind !== 'ok'
      ? this.send({ ...request, idempotencyKey: this.tools.ids.next() }, priority, stillWanted)
      : answer;
  }

  /** For a caller that already holds a permission. */
  async sendNow(request: RemoteRequest): Promise<RemoteAnswer> {
    let response: OutboundResponse;
    try {
      response = await this.http.request({
        method: request.method,
        url: this.address.url(request.path, request.query),
        headers: {
          ...this.address.headers,
          authorization: `Bearer ${this.token}`,
          accept: 'application/hal+json, application/json, application/problem+json',
          ...(request.body ? { 'content-type': 'application/json' } : {}),
          ...(request.idempotencyKey ? { 'idempotency-key': request.idempotencyKey } : {}),
        },
        body: request.body ? JSON.stringify(request.body) : undefined,
        timeoutMilliseconds: request.timeoutMilliseconds,
      });
    } catch (error) {
      return afterFailure(error, request.method);
    }
    const news = rateNewsOf(response, this.tools.clock.milliseconds());
    await this.budget.note(news).catch((error: unknown) => {
      this.tools.log.warn({ err: error }, 'storing the rate limit of a remote console failed');
    });
    const answer = meaningOf(response, request.method, news.blockedUntilAt);
    return response.headers['idempotency-replayed'] === 'true' ? { ...answer, replayed: true } : answer;
  }

  /** Undefined once a request may be sent; an answer if the budget cannot be read. */
  async permission(priority: OperationPriority): Promise<RemoteAnswer | undefined> {
    try {
      await this.budget.take(priority);
      return undefined;
    } catch (error) {
      this.tools.log.warn({ err: error }, 'reading the rate budget of a remote console failed');
      return { kind: 'later', detail: 'The shared rate budget could not be asked' };
    }
  }
}

/** What stands before the console says so of it: a proxy, a load balancer, a page for the time of maintenance. */
const awayStatuses = new Set([502, 503, 504]);

/** The status alone decides. Rows of a bulk answer follow the same rule. */
export function meaningOfStatus(status: number, body: unknown, writes: boolean): RemoteAnswer {
  if (status >= 200 && status < 300) return { kind: 'ok', body };
  const { detail, fields } = wireProblem(body, status);
  switch (status) {
    case 401:
    case 403:
      throw new ConsoleRefused(`The console refused the key: ${detail}`, status);
    case 404:
    case 410:
      return { kind: 'missing', detail };
    case 405:
    case 501:
      return { kind: 'not_offered', detail };
    case 409:
      return { kind: 'conflict', detail };
    case 400:
    case 413:
    case 415:
    case 422:
      return { kind: 'invalid', detail, fields };
    // A gateway that stopped waiting does not know what happened behind it.
    case 502:
    case 504:
      return writes ? { kind: 'unknown', detail } : { kind: 'later', detail };
    default:
      return {
        kind: 'later',
        detail: status >= 300 && status < 400 ? 'The console redirects elsewhere: check base_url' : detail,
        broke: status >= 500 && status !== 503,
      };
  }
}

function meaningOf(
  response: OutboundResponse,
  method: RemoteRequest['method'],
  blockedUntilAt: number | null,
): RemoteAnswer {
  const { status } = response;
  const body = response.body.length === 0 ? undefined : jsonOf(response);
  const writes = method !== 'GET';
  if (status === 429)
    return {
      kind: 'later',
      detail: 'The console asks to slow down',
      notBeforeAt: blockedUntilAt === null ? undefined : new Date(blockedUntilAt).toISOString(),
    };
  // The reference gives every error a problem document, so a bare 404 comes from something else at that address.
  if ((status === 404 || status === 410) && !isObject(body))
    return {
      kind: 'later',
      detail: `The console answered ${status} without a problem document: check base_url`,
      noSuchPath: true,
      isAway: true,
    };
  const unreadable = status >= 200 && status < 300 && body === undefined && method !== 'DELETE';
  if (unreadable)
    return {
      kind: writes ? 'unknown' : 'later',
      detail: 'The console answered something that is not JSON',
      isAway: true,
    };
  const answer = meaningOfStatus(status, body, writes);
  const isAway = awayStatuses.has(status) && (answer.kind === 'later' || answer.kind === 'unknown');
  return isAway ? { ...answer, isAway } : answer;
}

function afterFailure(error: unknown, method: RemoteRequest['method']): RemoteAnswer {
  if (!(error instanceof OutboundFailure)) throw error;
  return {
    kind: error.mayHaveArrived && method !== 'GET' ? 'unknown' : 'later',
    detail: error.message,
    isAway: error.reason === 'unreachable' || error.reason === 'timeout',
  };
}
