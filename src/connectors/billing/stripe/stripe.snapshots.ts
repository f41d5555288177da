import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
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

/**
 * All subscriptions that are not cancelled, then the passes that still run. Each page begins after an object, so nobody
 * is skipped when others come and go.
 */
export class StripeSnapshots implements Snapshots {
  constructor(
    private readonly client: StripeClient,
    private readonly reader: StripeReader,
    private readonly settings: StripeSettings,
    private readonly clock: Clock,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const { sells } = this.settings;
    let position: Position | null =
      cursor === null
        ? { of: sells === 'passes' ? 'passes' : 'subscriptions', after: null, boughtSince: this.oldestPass() }
        : positionFrom(cursor);
    while (position) {
      const read: Position = position;
      const { changes, next } =
        read.of === 'subscriptions' ? await this.subscriptionPage(read, signal) : await this.passPage(read, signal);
      position = next;
      yield position ? { changes, cursor: { ...position } } : { changes, cursor: { ...read }, complete: {} };
    }
  }

  private async subscriptionPage(
    read: Position,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; next: Position | null }> {
    // Without a status, the list has all but the cancelled ones: https://docs.stripe.com/api/subscriptions/list
    const { data, has_more: hasMore } = await this.client.page(subscriptions, [], read.after, signal);
    const changes = data.map((subscription) => changeOfSubscription(subscription, this.settings));
    if (hasMore && data.length > 0) return { changes, next: { ...read, after: data[data.length - 1].id } };
    return { changes, next: this.settings.sells === 'both' ? { ...read, of: 'passes', after: null } : null };
  }

  private async passPage(
    read: Position,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; next: Position | null }> {
    const filters: StripeFilters = [
      ['status', 'complete'],
      ['created[gte]', String(Math.floor(Date.parse(read.boughtSince) / 1000))],
    ];
    const { data, has_more: hasMore } = await this.client.page(checkoutSessions, filters, read.after, signal);
    const changes = this.reader.ofSessions(data);
    return { changes, next: hasMore && data.length > 0 ? { ...read, after: data[data.length - 1].id } : null };
  }

  private oldestPass(): Instant {
    return laterBy(
      this.clock.instant(),
      -Math.min(longestPassSeconds, this.settings.pass_hours * 3600 + usualMarginSeconds),
    );
  }
}

function positionFrom(cursor: Cursor): Position {
  const { of, after, boughtSince } = cursor as Partial<Record<keyof Position, unknown>>;
  if ((of !== 'subscriptions' && of !== 'passes') || typeof boughtSince !== 'string')
    throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
  return { of, boughtSince, after: typeof after === 'string' ? after : null };
}
