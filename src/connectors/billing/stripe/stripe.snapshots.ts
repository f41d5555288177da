import { type Instant, laterBy } from '../../../kernel/clock.js';
import type { ConnectorParts, ListWords } from '../../../provisioning/connector/define-connector.js';
import { type StripeFilters, checkoutSessions, type StripeClient, subscriptions } from './stripe.client.js';
import { changeOfSubscription } from './stripe.mapping.js';
import type { StripeReader } from './stripe.reader.js';
import type { StripeSettings } from './stripe.settings.js';

interface Position {
  readonly of: 'subscriptions' | 'passes';
  readonly after: string | null;
  /** Passes bought before this are over, whatever they cost. */
  readonly boughtSince: Instant;
}

/** A pass may outlast the connection's usual hours; the list goes back no further than this. */
const longestPassSeconds = 8784 * 3600;
const usualMarginSeconds = 31 * 86_400;

export interface StripeApi {
  readonly client: StripeClient;
  readonly reader: StripeReader;
}

type Parts = ConnectorParts<StripeSettings, StripeApi>;
type Page = ReturnType<ListWords<StripeSettings, StripeApi, Position>['page']>;

/**
 * All subscriptions that are not cancelled, then the passes that still run. Each page begins after an object, so nobody
 * is skipped when others come and go.
 */
export const stripeList: ListWords<StripeSettings, StripeApi, Position> = {
  first: ({ settings: { sells, pass_hours: hours }, clock }) => ({
    of: sells === 'passes' ? 'passes' : 'subscriptions',
    after: null,
    boughtSince: laterBy(clock.instant(), -Math.min(longestPassSeconds, hours * 3600 + usualMarginSeconds)),
  }),
  resumed: ({ of, after, boughtSince }) =>
    (of === 'subscriptions' || of === 'passes') && typeof boughtSince === 'string'
      ? { of, boughtSince, after: typeof after === 'string' ? after : null }
      : undefined,
  page: (parts, place, signal) =>
    place.of === 'subscriptions' ? subscriptionPage(parts, place, signal) : passPage(parts, place, signal),
};

async function subscriptionPage({ api, settings }: Parts, place: Position, signal: AbortSignal): Page {
  // Without a status, the list has all but the cancelled ones: https://docs.stripe.com/api/subscriptions/list
  const { data, has_more: hasMore } = await api.client.page(subscriptions, [], place.after, signal);
  const changes = data.map((subscription) => changeOfSubscription(subscription, settings));
  if (hasMore && data.length > 0) return { changes, next: { ...place, after: data[data.length - 1].id } };
  return { changes, next: settings.sells === 'both' ? { ...place, of: 'passes', after: null } : null };
}

async function passPage({ api }: Parts, place: Position, signal: AbortSignal): Page {
  const filters: StripeFilters = [
    ['status', 'complete'],
    ['created[gte]', String(Math.floor(Date.parse(place.boughtSince) / 1000))],
  ];
  const { data, has_more: hasMore } = await api.client.page(checkoutSessions, filters, place.after, signal);
  const changes = api.reader.ofSessions(data);
  return { changes, next: hasMore && data.length > 0 ? { ...place, after: data[data.length - 1].id } : null };
}
