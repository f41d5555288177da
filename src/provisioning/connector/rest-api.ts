import { jsonOf, type OutboundRequest, type OutboundResponse } from '../../kernel/http-client.js';
import { ConnectorProblem } from './connector-problem.js';
import type { ConnectorSession } from './connector.js';
import type { HeldToken } from './held-token.js';
import { VendorApi, type VendorApiOptions } from './vendor-api.js';

export interface RestApiOptions extends VendorApiOptions {
  /** Where the paths of requests begin. */
  readonly baseUrl: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a bearer token. One that the vendor ended early is replaced once. */
  readonly token?: (api: VendorApi) => Pick<HeldToken, 'current' | 'forget'>;
  /** What a refusal means, where the status alone does not say it. */
  readonly meant?: (problem: ConnectorProblem) => ConnectorProblem;
}

export interface RestRequest {
  readonly method?: OutboundRequest['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | URLSearchParams;
  /** Sent as JSON. */
  readonly body?: object;
  /** Of this request alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the usual token. */
  readonly token?: Pick<HeldToken, 'current' | 'forget'>;
}

export type RestSession = Pick<ConnectorSession<object>, 'http' | 'clock' | 'chance' | 'log' | 'budgets'>;

/** A vendor's REST API: addresses, credentials, JSON. */
export class RestApi {
  readonly transport: VendorApi;
  private readonly token: Pick<HeldToken, 'current' | 'forget'> | undefined;

  constructor(
    session: RestSession,
    private readonly options: RestApiOptions,
  ) {
    this.transport = new VendorApi(session, options);
    this.token = options.token?.(this.transport);
  }

  /**
   * The object or list of the answer; undefined: it has no content.
   * @throws ConnectorProblem
   */
  async get<Body extends object>(
    operation: string,
    path: string,
    signal: AbortSignal,
    query?: RestRequest['query'],
  ): Promise<Body | undefined> {
    return (await this.ask<Body>(operation, { path, query }, signal)).body;
  }

  /** The same with the headers of the answer, for any request. */
  async ask<Body extends object>(
    operation: string,
    request: RestRequest,
    signal: AbortSignal,
  ): Promise<{ readonly body: Body | undefined; readonly headers: Readonly<Record<string, string>> }> {
    const answer = await this.send(operation, request, signal);
    const body = answer.status === 204 ? undefined : jsonOf(answer);
    if (answer.status !== 204 && (typeof body !== 'object' || body === null))
      throw new ConnectorProblem('upstream_broken', `${operation}: the answer is not JSON`);
    return { body: body as Body | undefined, headers: answer.headers };
  }

  private async send(
    operation: string,
    { method = 'GET', path, query, body, headers: own, token = this.token }: RestRequest,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const send = (bearer?: string) => {
      const headers: Record<string, string> = { accept: 'application/json', ...this.options.headers, ...own };
      if (body) headers['content-type'] = 'application/json';
      if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
      const request = { method, url: `${this.options.baseUrl}${path}${search}`, headers };
      return this.transport
        .send(operation, body ? { ...request, body: JSON.stringify(body) } : request, signal)
        .catch((error: unknown) => {
          throw error instanceof ConnectorProblem ? (this.options.meant?.(error) ?? error) : error;
        });
    };
    if (!token) return send();
    const bearer = await token.current(signal);
    return send(bearer).catch(async (error: unknown) => {
      if (!(error instanceof ConnectorProblem) || error.details.status !== 401) throw error;
      token.forget(bearer);
      return send(await token.current(signal));
    });
  }
}

/** For one record: undefined when there is none. Used as `.catch(goneIsNone)`. */
export function goneIsNone(error: unknown): undefined {
  if (error instanceof ConnectorProblem && (error.code === 'gone' || error.details.status === 404)) return undefined;
  throw error;
}

/** For a list, which is always there: it is another server, or a wrong id among the settings. */
export function goneIsWrong(detail: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ConnectorProblem && error.code === 'gone')
      throw new ConnectorProblem('settings_invalid', detail, error.details);
    throw error;
  };
}

/** Credentials of HTTP Basic. */
export function basicCredentials(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
