import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Cursor, RecordPage, Polls } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import { events, type StripeFilters, type StripeClient } from './stripe.client.js';
import { changeOfStripeEvent } from './stripe.events.js';
import type { StripeSettings } from './stripe.settings.js';
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
export class StripePolls implements Polls {
  constructor(
    private readonly client: StripeClient,
    private readonly sells: StripeSettings['sells'],
    private readonly clock: Clock,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    const now = this.clock.instant();
    if (cursor === null) return yield { changes: [], cursor: { since: now } };
    let position = positionFrom(cursor);
    if (position.since < laterBy(now, -keptSeconds))
      throw new ConnectorProblem('cursor_expired', 'The last poll is longer ago than Stripe keeps events');
    while (position.since < now) {
      const { since, until = now, after = null } = position;
      const { data, has_more: hasMore } = await this.client.page(events, windowOf(since, until), after, signal);
      const last = data.at(-1)?.id;
      position = hasMore && last ? { since, until, after: last } : { since: until };
      yield { changes: once(data.map((event) => changeOfStripeEvent(event, this.sells))), cursor: { ...position } };
    }
  }
}

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

function positionFrom(cursor: Cursor): Position {
  const { since, until, after } = cursor as Partial<Record<keyof Position, unknown>>;
  if (!isInstant(since)) throw new ConnectorProblem('cursor_expired', 'The cursor of the last poll cannot be read');
  return isInstant(until) && typeof after === 'string' ? { since, until, after } : { since };
}
