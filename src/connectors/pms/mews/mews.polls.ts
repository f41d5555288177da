import type { Clock, Instant } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { RecordPage, Polls } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import type { MewsClient, MewsPage } from './mews.client.js';
import type { MewsProperties } from './mews.properties.js';
import { ResultTooLarge } from './mews.problems.js';
import type { MewsReader } from './mews.reader.js';
import { customers, reservations, type MewsReservation, type MewsTimeInterval } from './mews.wire.js';

/** Each poll goes back this far, for transactions committed late and clocks that disagree. */
const overlapMilliseconds = 600_000;
/** Mews accepts three months at most; 80 days are less than any three. */
const longestWindowMilliseconds = 80 * 86_400_000;

/** `until` is set while a window is being read: `after` is then where its next page begins. */
interface Position {
  /** Everything up to here has been read. */
  readonly since: Instant;
  readonly until?: Instant;
  readonly of?: 'reservations' | 'customers';
  readonly after?: string | null;
}

/** Asks for what was updated: reservations as they are now, then profiles (a name, a mark) as hints. */
export class MewsPolls implements Polls {
  constructor(
    private readonly client: MewsClient,
    private readonly house: MewsProperties,
    private readonly reader: MewsReader,
    private readonly clock: Clock,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    const now = this.clock.instant();
    if (cursor === null) return yield { changes: [], cursor: { since: now } };
    const seen = new Set<string>();
    let windowMilliseconds = longestWindowMilliseconds;
    for (let position = positionFrom(cursor); position.since < now;) {
      const until = position.until ?? [now, later(position.since, windowMilliseconds)].sort()[0];
      try {
        const { changes, next } = await this.page({ ...position, until }, seen, signal);
        position = next;
        yield { changes, cursor: { ...position } };
      } catch (error) {
        // Too much for one window even in the smallest pages: use a shorter one, if nothing of this one was used yet.
        if (
          !(error instanceof ResultTooLarge) ||
          !error.answered ||
          position.until ||
          windowMilliseconds <= 2 * overlapMilliseconds
        )
          throw error;
        windowMilliseconds /= 4;
      }
    }
  }

  private async page(
    position: Position & { readonly until: Instant },
    seen: Set<string>,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; next: Position }> {
    const { since, until, of = 'reservations', after = null } = position;
    const UpdatedUtc: MewsTimeInterval = { StartUtc: later(since, -overlapMilliseconds), EndUtc: until };
    const readAt = this.clock.instant();
    if (of === 'customers') {
      const { items, next } = await this.client.page(
        customers,
        { UpdatedUtc, Extent: { Customers: true, Addresses: false }, ActivityStates: ['Active', 'Deleted'] },
        after,
        signal,
      );
      return {
        changes: items.map(({ Id }): Change => ({ kind: 'hint', of: 'guest', key: Id })),
        next: next === null ? { since: until } : { since, until, of, after: next },
      };
    }
    const { stayServiceIds } = await this.house.current(signal);
    const { items, next }: MewsPage<MewsReservation> = await this.client.page(
      reservations,
      { ServiceIds: stayServiceIds, UpdatedUtc },
      after,
      signal,
    );
    const changes = await this.reader.complete(
      items.filter((item) => isNew(item, seen)),
      readAt,
      signal,
    );
    return {
      changes,
      next: next === null ? { since, until, of: 'customers', after: null } : { since, until, of, after: next },
    };
  }
}

/** Both ends of an interval belong to it, so neighbouring windows share their boundary. */
function isNew({ Id, UpdatedUtc }: MewsReservation, seen: Set<string>): boolean {
  const stamp = `${Id}@${UpdatedUtc}`;
  if (seen.has(stamp)) return false;
  seen.add(stamp);
  return true;
}

function positionFrom(cursor: Cursor): Position {
  const { since, until, of, after } = cursor as Partial<Record<keyof Position, unknown>>;
  if (!isInstant(since)) throw new ConnectorProblem('cursor_expired', 'The cursor of the last poll cannot be read');
  if (!isInstant(until)) return { since };
  return {
    since,
    until,
    of: of === 'customers' ? 'customers' : 'reservations',
    after: typeof after === 'string' ? after : null,
  };
}

function later(at: Instant, milliseconds: number): Instant {
  return new Date(Date.parse(at) + milliseconds).toISOString();
}
