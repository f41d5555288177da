import type { Clock, Instant } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { MewsClient } from './mews.client.js';
import type { MewsProperties } from './mews.properties.js';
import { mewsExpectedUntil } from './mews.mapping.js';
import type { MewsReader } from './mews.reader.js';
import { reservations } from './mews.wire.js';

interface Position {
  readonly of: 'expected' | 'in_house';
  /** The filters of the first page apply to all pages. */
  readonly from: Instant;
  readonly until: Instant;
  readonly after: string | null;
}

/**
 * Everybody in the house or about to arrive. Confirmed reservations first: a guest who checks in meanwhile is then
 * listed among the started ones. Those are requested by state alone, so that nobody who overstays is missed. Mews gives
 * no totals; the list is complete when the last page of the started is not full.
 */
export class MewsSnapshots implements Snapshots {
  constructor(
    private readonly client: MewsClient,
    private readonly house: MewsProperties,
    private readonly reader: MewsReader,
    private readonly clock: Clock,
    private readonly expectedDays: number,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const now = this.clock.instant();
    let position: Position | null =
      cursor === null
        ? { of: 'expected', from: now, until: mewsExpectedUntil(now, this.expectedDays), after: null }
        : positionFrom(cursor);
    while (position) {
      const page = await this.page(position, signal);
      position = page.next;
      yield position
        ? { changes: page.changes, cursor: { ...position } }
        : { changes: page.changes, cursor: { ...page.read }, complete: {} };
    }
  }

  private async page(
    read: Position,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; read: Position; next: Position | null }> {
    const { stayServiceIds } = await this.house.current(signal);
    const { of, from, until, after } = read;
    const filters =
      of === 'expected'
        ? { States: ['Confirmed'], CollidingUtc: { StartUtc: from, EndUtc: until } }
        : { States: ['Started'] };
    const readAt = this.clock.instant();
    const { items, next } = await this.client.page(
      reservations,
      { ServiceIds: stayServiceIds, ...filters },
      after,
      signal,
    );
    const changes = await this.reader.complete(items, readAt, signal);
    if (next !== null) return { changes, read, next: { ...read, after: next } };
    return { changes, read, next: of === 'expected' ? { ...read, of: 'in_house', after: null } : null };
  }
}

function positionFrom(cursor: Cursor): Position {
  const { of, from, until, after } = cursor as Partial<Record<keyof Position, unknown>>;
  if ((of !== 'expected' && of !== 'in_house') || typeof from !== 'string' || typeof until !== 'string')
    throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
  return { of, from, until, after: typeof after === 'string' ? after : null };
}
