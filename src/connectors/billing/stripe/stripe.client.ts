import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { goneIsNone, RestApi, type RestSession } from '../../../provisioning/connector/rest-api.js';
import type { StripeSettings } from './stripe.settings.js';
import {
  stripeVersion,
  type StripeCheckoutSession,
  type StripeEvent,
  type StripeList,
  type StripeSubscription,
} from './stripe.wire.js';

/**
 * Stripe allows 100 reads a second in live mode and 25 in a sandbox, for the whole account
 * (https://docs.stripe.com/rate-limits). This stays below the smaller.
 */
export const stripeLimit = { requests: 20, windowSeconds: 1 };
const pageSize = 100;

export type StripeFilters = readonly (readonly [string, string])[];

/** One kind of list: its path, and what to expand with each item. */
export interface StripeListing<Item> {
  readonly path: string;
  readonly expand: readonly string[];
  /** Never set; it carries the type of one item. */
  readonly item?: Item;
}

export const subscriptions: StripeListing<StripeSubscription> = { path: '/v1/subscriptions', expand: ['customer'] };
export const checkoutSessions: StripeListing<StripeCheckoutSession> = {
  path: '/v1/checkout/sessions',
  expand: ['payment_intent.latest_charge'],
};
export const events: StripeListing<StripeEvent> = { path: '/v1/events', expand: [] };

/** Stripe's API: GET only, one pinned version, pages newest first, each after an object's id. */
export class StripeClient {
  private readonly api: RestApi;

  constructor({ settings, ...session }: RestSession & Pick<ConnectorSession<StripeSettings>, 'settings'>) {
    const { base_url: baseUrl, api_key: key } = settings;
    this.api = new RestApi(session, {
      vendor: 'Stripe',
      limit: stripeLimit,
      secrets: [key],
      said: wordsOf,
      baseUrl,
      headers: { authorization: `Bearer ${key}`, 'stripe-version': stripeVersion },
    });
  }

  /**
   * One page after the object `after`.
   * @throws ConnectorProblem cursor_expired when that object no longer exists
   */
  async page<Item>(
    { path, expand }: StripeListing<Item>,
    filters: StripeFilters,
    after: string | null,
    signal: AbortSignal,
  ): Promise<StripeList<Item>> {
    const query = new URLSearchParams([
      ...filters,
      ['limit', String(pageSize)],
      ...expand.map((each) => ['expand[]', `data.${each}`]),
      ...(after ? [['starting_after', after]] : []),
    ] as [string, string][]);
    const found = await this.api.get<Partial<StripeList<Item>>>(path, path, signal, query).catch((error: unknown) => {
      throw asListProblem(error, path, after);
    });
    if (!Array.isArray(found?.data) || typeof found.has_more !== 'boolean')
      throw new ConnectorProblem('upstream_broken', `${path}: the answer holds no list`);
    return found as StripeList<Item>;
  }

  /**
   * All pages as one list; only for lists that their filter keeps short. If the object in the filter was deleted, the
   * list is empty.
   */
  async all<Item extends { readonly id: string }>(
    listing: StripeListing<Item>,
    filters: StripeFilters,
    signal: AbortSignal,
  ): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let after: string | null = null; ;) {
      const { data, has_more: hasMore }: StripeList<Item> = await this.page(listing, filters, after, signal).catch(
        emptyWhenGone,
      );
      found.push(...data);
      if (!hasMore || data.length === 0) return found;
      after = data[data.length - 1].id;
    }
  }

  /** Undefined when it is not there. */
  one<Item extends object>(
    { path, expand }: StripeListing<Item>,
    id: string,
    signal: AbortSignal,
  ): Promise<Item | undefined> {
    const query = new URLSearchParams(expand.map((each) => ['expand[]', each]));
    return this.api.get<Item>(path, `${path}/${encodeURIComponent(id)}`, signal, query).catch(goneIsNone);
  }
}

/**
 * Stripe says "No such …", as 400 or 404, about any object in a list's parameters. A page cannot begin after a deleted
 * object; an unknown list means that this is not Stripe's API.
 */
function asListProblem(error: unknown, path: string, after: string | null): unknown {
  if (!(error instanceof ConnectorProblem)) return error;
  if (/no such/i.test(error.message))
    return new ConnectorProblem(
      after === null ? 'gone' : 'cursor_expired',
      `${path}: what the list was to be about, or to begin after, is no more`,
    );
  return error.code === 'gone'
    ? new ConnectorProblem('settings_invalid', `${path}: 404; base_url is probably not Stripe`)
    : error;
}

function emptyWhenGone(error: unknown): StripeList<never> {
  if (error instanceof ConnectorProblem && error.code === 'gone') return { data: [], has_more: false };
  throw error;
}

function wordsOf(body: unknown): string | undefined {
  const message = (body as { readonly error?: { readonly message?: unknown } } | undefined)?.error?.message;
  return typeof message === 'string' ? message : undefined;
}
