import { jsonOf, OutboundFailure, type OutboundRequest, type OutboundResponse } from '../../kernel/http-client.js';
import { RateBudget, type RequestLimit } from '../../kernel/rate-budget.js';
import { budgetsOfProcess } from './address-budget.js';
import { Backoff } from './backoff.js';
import { ConnectorProblem, type ConnectorProblemCode } from './connector-problem.js';
import type { ConnectorSession } from './connector.js';

export interface VendorApiOptions {
  /** The name operators know: 'BambooHR'. */
  readonly vendor: string;
  /** Our own limit, whatever the vendor allows: several processes may work on one connection. */
  readonly limit: RequestLimit;
  /** What the vendor allows one source address, whoever asks: all connections keep to it together. */
  readonly limitByAddress?: RequestLimit;
  /** Must never appear in a message, should the vendor repeat them. */
  readonly secrets?: readonly string[];
  /** Statuses that this vendor uses differently from most. */
  readonly codes?: Readonly<Record<number, ConnectorProblemCode>>;
  /** The vendor's error text from a body of its own form; for people, cut to 200 characters. */
  readonly said?: (body: unknown) => string | undefined;
}

const usual: Readonly<Record<number, ConnectorProblemCode>> = {
  400: 'settings_invalid',
  401: 'credentials_refused',
  403: 'credentials_refused',
  404: 'gone',
  408: 'unreachable',
  409: 'record_conflict',
  410: 'gone',
  413: 'upstream_broken',
  422: 'record_malformed',
  425: 'upstream_broken',
};

/** A vendor's HTTP API: within a budget, silent when asked to be, every failure a ConnectorProblem. */
export class VendorApi {
  private readonly budget: RateBudget;
  private readonly backoff: Backoff;

  constructor(
    private readonly session: Pick<ConnectorSession<object>, 'http' | 'clock' | 'chance' | 'log' | 'budgets'>,
    private readonly options: VendorApiOptions,
  ) {
    this.budget = new RateBudget(session.clock, options.limit);
    this.backoff = new Backoff(options.vendor, session.clock, session.chance);
  }

  /**
   * The answer, when its status is 2xx. `operation` names the call for operators: no ids, no personal data.
   * @throws ConnectorProblem
   */
  async send(operation: string, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    this.backoff.check();
    await this.budget.take(signal);
    await this.takeOfAddress(request.url, signal);
    signal.throwIfAborted();
    const answer = await this.exchange(operation, request, signal);
    if (answer.status >= 200 && answer.status < 300) {
      this.backoff.over();
      return answer;
    }
    this.session.log.warn({ vendor: this.options.vendor, operation, status: answer.status }, 'request refused');
    // Some send 503 for too many requests; the Retry-After distinguishes it from an outage.
    if (answer.status === 429 || (answer.status === 503 && answer.headers['retry-after']))
      throw this.backoff.begin(operation, answer);
    throw this.refused(operation, answer);
  }

  /**
   * The JSON of a 2xx answer, an object or a list; what is in it is not checked.
   * @throws ConnectorProblem
   */
  async json(operation: string, request: OutboundRequest, signal: AbortSignal): Promise<object> {
    const body = jsonOf(
      await this.send(operation, { ...request, headers: { accept: 'application/json', ...request.headers } }, signal),
    );
    if (typeof body !== 'object' || body === null)
      throw new ConnectorProblem('upstream_broken', `${operation}: the answer is not JSON`);
    return body;
  }

  private async takeOfAddress(url: string, signal: AbortSignal): Promise<void> {
    const { vendor, limitByAddress: limit } = this.options;
    const { clock, budgets = budgetsOfProcess(clock) } = this.session;
    if (limit) await budgets.take(`${vendor} ${new URL(url).host}`, limit, signal);
  }

  private async exchange(operation: string, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    try {
      return await this.session.http.request({ ...request, signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundFailure)) throw error;
      if (error.reason === 'blocked_address')
        throw new ConnectorProblem('settings_invalid', `${operation}: ${error.message}`);
      throw new ConnectorProblem(
        error.reason === 'too_large' ? 'upstream_broken' : 'unreachable',
        `${operation}: ${error.message}`,
        { cause: error },
      );
    }
  }

  private refused(operation: string, { status, headers, ...answer }: OutboundResponse): ConnectorProblem {
    const { codes, said, secrets = [] } = this.options;
    const words = said?.(jsonOf({ status, headers, ...answer }));
    const shown = words
      ? ` ${secrets.reduce((left, secret) => (secret ? left.replaceAll(secret, '…') : left), words).slice(0, 200)}`
      : '';
    if (status >= 300 && status < 400)
      return new ConnectorProblem('settings_invalid', `${operation}: ${status}, the address leads elsewhere`);
    return new ConnectorProblem(
      codes?.[status] ?? usual[status] ?? (status < 500 ? 'settings_invalid' : 'upstream_broken'),
      `${operation}: ${status}${shown}`,
      { status },
    );
  }
}
