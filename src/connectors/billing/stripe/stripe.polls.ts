import { type Instant, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ChangesWords } from '../../../provisioning/connector/define-connector.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import { events, type StripeFilters } from './stripe.client.js';
import { changeOfStripeEvent } from './stripe.events.js';
import type { StripeSettings } from './stripe.settings.js';
import type { StripeApi } from './stripe.snapshots.js';
import { stripeEventTypes } from './stripe.wire.js';

/** Each poll goes back this far: events are dated when they happen, and listed a little later. */
const overlapSeconds = 120;
/** Stripe keeps events for 30 days: https://docs.stripe.com/api/events */
const keptSeconds = 29 * 86_400;

/** Set while a window is being read; `after` is then the last event seen of it. */
interface Position {
  readonly since: Instant;
  readonly until?: Instant;
  readonly after?: string;
}

/** Stripe's own list of events: finds what webhooks missed. */
export const stripeChanges: ChangesWords<StripeSettings, StripeApi, Position> = {
  resumed: ({ since, until, after }) => {
    if (!isInstant(since)) return undefined;
    return isInstant(until) && typeof after === 'string' ? { since, until, after } : { since };
  },
  page: async ({ api: { client }, settings }, { since, until: begun, after = null }, now, signal) => {
    if (since < laterBy(now, -keptSeconds))
      throw new ConnectorProblem('cursor_expired', 'The last poll is longer ago than Stripe keeps events');
    const until = begun ?? now;
    const { data, has_more: hasMore } = await client.page(events, windowOf(since, until), after, signal);
    const last = data.at(-1)?.id;
    return {
      changes: once(data.map((event) => changeOfStripeEvent(event, settings.sells))),
      next: hasMore && last ? { since, until, after: last } : { since: until },
    };
  },
};

function windowOf(since: Instant, until: Instant): StripeFilters {
  const seconds = (instant: Instant) => Math.floor(Date.parse(instant) / 1000);
  return [
    ['created[gte]', String(seconds(since) - overlapSeconds)],
    ['created[lte]', String(seconds(until))],
    ...stripeEventTypes.map((type) => ['types[]', type] as const),
  ];
}

/** Ten events about one subscription are one reason to read it. */
function once(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
