import { jsonOf, OutboundFailure, type OutboundResponse } from '../../../kernel/http-client.js';
import { RateBudget } from '../../../kernel/rate-budget.js';
import { Backoff } from '../../../provisioning/connector/backoff.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { mewsProblem, ResultTooLarge } from './mews.problems.js';
import type { MewsSettings } from './mews.settings.js';
import type { MewsConfiguration, MewsList } from './mews.wire.js';

/**
 * Mews allows 200 requests per access token in any 30 s
 * (https://docs.mews.com/connector-api/guidelines/requests#request-limits). We use half of it, because two processes
 * may work on one hotel; without a scan, no hotel needs 100 requests in half a minute.
 */
export const mewsLimit = { requests: 100, windowSeconds: 30 };
const timeoutMilliseconds = 10_000;
const largestPage = 500;
const smallestPage = 25;

export interface MewsPage<Item> {
  readonly items: readonly Item[];
  /** Asks for the next, older page; null after the last one. */
  readonly next: string | null;
}

export type MewsFilters = Readonly<Record<string, unknown>>;

/** Mews' API: POST only, credentials in every body, pages newest first, errors as ConnectorProblem. */
export class MewsClient {
  private readonly budget: RateBudget;
  private readonly backoff: Backoff;
  /** The page size that an operation could bear, after it was found too heavy. */
  private readonly pageSizes = new Map<string, number>();

  constructor(
    private readonly session: Pick<ConnectorSession<MewsSettings>, 'settings' | 'http' | 'clock' | 'chance' | 'log'>,
  ) {
    this.budget = new RateBudget(session.clock, mewsLimit);
    this.backoff = new Backoff('Mews', session.clock, session.chance);
  }

  async configuration(signal: AbortSignal): Promise<MewsConfiguration> {
    const answer = (await this.post('configuration/get', {}, signal)) as Partial<MewsConfiguration>;
    if (typeof answer.Enterprise?.Id !== 'string' || typeof answer.Enterprise.TimeZoneIdentifier !== 'string')
      throw new ConnectorProblem('upstream_broken', 'configuration/get: the answer names no enterprise');
    return answer as MewsConfiguration;
  }

  /** One page, newest first, after `cursor`; asks for smaller pages when Mews finds them too heavy. */
  async page<Item>(
    list: MewsList<Item>,
    filters: MewsFilters,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<MewsPage<Item>> {
    for (;;) {
      const count = this.pageSizes.get(list.operation) ?? largestPage;
      try {
        return pageOf(
          list,
          count,
          cursor,
          await this.post(
            list.operation,
            { ...filters, Limitation: { Count: count, ...(cursor ? { Cursor: cursor } : {}) } },
            signal,
          ),
        );
      } catch (error) {
        if (!(error instanceof ResultTooLarge) || count <= smallestPage) throw error;
        this.pageSizes.set(list.operation, Math.max(smallestPage, Math.floor(count / 2)));
        if (!error.answered) throw error;
      }
    }
  }

  /** One of the newest items, to test that the list may be read at all. */
  async first<Item>(list: MewsList<Item>, filters: MewsFilters, signal: AbortSignal): Promise<Item | undefined> {
    return pageOf(list, 1, null, await this.post(list.operation, { ...filters, Limitation: { Count: 1 } }, signal))
      .items[0];
  }

  /** All pages as one list. */
  async all<Item>(list: MewsList<Item>, filters: MewsFilters, signal: AbortSignal): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let cursor: string | null = null; ;) {
      const { items, next }: MewsPage<Item> = await this.page(list, filters, cursor, signal);
      found.push(...items);
      if (next === null) return found;
      cursor = next;
    }
  }

  /** All records with these ids, a thousand ids a request, which is Mews' maximum. */
  async named<Item>(
    list: MewsList<Item>,
    filter: string,
    ids: readonly string[],
    filters: MewsFilters,
    signal: AbortSignal,
  ): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let start = 0; start < ids.length; start += 1000) {
      found.push(...(await this.all(list, { ...filters, [filter]: ids.slice(start, start + 1000) }, signal)));
    }
    return found;
  }

  private async post(
    operation: string,
    parameters: MewsFilters,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    this.backoff.check();
    await this.budget.take(signal);
    signal.throwIfAborted();
    const { client_token: clientToken, access_token: accessToken } = this.session.settings;
    const answer = await this.send(operation, parameters, signal);
    const requestId = answer.headers['request-id'];
    if (answer.status === 200) {
      const body = jsonOf(answer);
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new ConnectorProblem(
          'upstream_broken',
          `${operation}: the answer is not a JSON object (request ${requestId ?? 'without id'})`,
        );
      this.backoff.over();
      this.session.log.debug({ vendor: 'Mews', operation, requestId }, 'request answered');
      return body as Readonly<Record<string, unknown>>;
    }
    this.session.log.warn({ vendor: 'Mews', operation, requestId, status: answer.status }, 'request refused');
    if (answer.status === 429) throw this.backoff.begin(operation, answer);
    throw mewsProblem(operation, answer, [clientToken, accessToken]);
  }

  /**
   * What must not be done twice: the answer as it came. @throws OutboundFailure, ConnectorProblem (Mews asked to wait)
   */
  async once(operation: string, parameters: MewsFilters, signal: AbortSignal): Promise<OutboundResponse> {
    this.backoff.check();
    try {
      await this.budget.take(signal);
      signal.throwIfAborted();
    } catch (error) {
      throw new ConnectorProblem('unreachable', `${operation}: it was not its turn in time`, { cause: error });
    }
    const answer = await this.request(operation, parameters, signal);
    if (answer.status === 429) throw this.backoff.begin(operation, answer);
    return answer;
  }

  private request(operation: string, parameters: MewsFilters, signal: AbortSignal): Promise<OutboundResponse> {
    const { base_url: address, client_token: ClientToken, access_token: AccessToken } = this.session.settings;
    const { client_name: Client } = this.session.settings;
    return this.session.http.request({
      method: 'POST',
      url: `${address}/api/connector/v1/${operation}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ClientToken, AccessToken, Client, ...parameters }),
      timeoutMilliseconds,
      signal,
    });
  }

  private async send(operation: string, parameters: MewsFilters, signal: AbortSignal): Promise<OutboundResponse> {
    try {
      return await this.request(operation, parameters, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundFailure)) throw error;
      if (error.reason === 'blocked_address')
        throw new ConnectorProblem('settings_invalid', `base_url: ${error.message}`);
      if (error.reason === 'too_large') throw new ResultTooLarge(`${operation}: ${error.message}`, true);
      // Mews itself gives up after "tens of seconds": the next try asks for less, but not at once.
      if (error.reason === 'timeout') throw new ResultTooLarge(`${operation}: ${error.message}`, false);
      throw new ConnectorProblem('unreachable', `${operation}: ${error.message}`, { cause: error });
    }
  }
}

/** The cursor is null only on an empty page, so a page that is not full is also the last one. */
function pageOf<Item>(
  list: MewsList<Item>,
  count: number,
  cursor: string | null,
  body: Readonly<Record<string, unknown>>,
): MewsPage<Item> {
  const items = body[list.items] === null ? [] : body[list.items];
  if (!Array.isArray(items))
    throw new ConnectorProblem('upstream_broken', `${list.operation}: ${list.items} is not a list`);
  const next = typeof body.Cursor === 'string' && items.length >= count ? body.Cursor : null;
  if (next !== null && next === cursor)
    throw new ConnectorProblem('upstream_broken', `${list.operation}: the same page came twice`);
  return { items: items as Item[], next };
}
