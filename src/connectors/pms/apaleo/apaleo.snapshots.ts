import type { Clock, Instant } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { type ApaleoClient, apaleoTime, type ApaleoFilters } from './apaleo.client.js';
import { apaleoExpectedUntil } from './apaleo.mapping.js';
import type { ApaleoReader } from './apaleo.reader.js';

interface Position {
  readonly of: 'expected' | 'in_house';
  /** All pages use the days of the first page. */
  readonly from: Instant;
  readonly until: Instant;
  readonly page: number;
  /** Reservations read so far; the final sum must equal apaleo's total. */
  readonly seen: number;
  /** Apaleo's total at the first page. */
  readonly count: number | null;
}

/**
 * Everybody about to arrive, then everybody in house. In-house guests are requested by status alone, so that nobody who
 * overstays is missed, and a guest who checks in meanwhile is on the second list. Pages are numbered: a guest who
 * leaves the list shifts all others, so a list whose total changes, or does not match, is read anew.
 */
export class ApaleoSnapshots implements Snapshots {
  constructor(
    private readonly client: ApaleoClient,
    private readonly reader: ApaleoReader,
    private readonly clock: Clock,
    private readonly expectedDays: number,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const now = this.clock.instant();
    let position: Position | null =
      cursor === null
        ? {
            of: 'expected',
            from: now,
            until: apaleoExpectedUntil(now, this.expectedDays),
            page: 1,
            seen: 0,
            count: null,
          }
        : positionFrom(cursor);
    while (position) {
      const read: Position = position;
      const { changes, next } = await this.page(read, signal);
      position = next;
      yield position ? { changes, cursor: { ...position } } : { changes, cursor: { ...read }, complete: {} };
    }
  }

  private async page(
    read: Position,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; next: Position | null }> {
    const readAt = this.clock.instant();
    const { reservations, count } = await this.client.page(filtersOf(read), read.page, signal);
    const seen = read.seen + reservations.length;
    const hasChanged = read.count !== null && count !== read.count;
    if (hasChanged || seen > count || (seen < count && reservations.length === 0))
      throw new ConnectorProblem('cursor_expired', 'reservations: the list changed while it was read');
    const changes = await this.reader.complete(reservations, readAt, signal);
    if (seen < count) return { changes, next: { ...read, page: read.page + 1, seen, count } };
    return {
      changes,
      next: read.of === 'expected' ? { ...read, of: 'in_house', page: 1, seen: 0, count: null } : null,
    };
  }
}

function filtersOf({ of, from, until }: Position): ApaleoFilters {
  if (of === 'in_house') return { status: 'InHouse', sort: 'id:asc' };
  return { status: 'Confirmed', dateFilter: 'Stay', from: apaleoTime(from), to: apaleoTime(until), sort: 'id:asc' };
}

function positionFrom(cursor: Cursor): Position {
  const { of, from, until, page, seen, count } = cursor as Partial<Record<keyof Position, unknown>>;
  if (
    (of !== 'expected' && of !== 'in_house') ||
    typeof from !== 'string' ||
    typeof until !== 'string' ||
    typeof page !== 'number' ||
    typeof seen !== 'number'
  )
    throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
  return { of, from, until, page, seen, count: typeof count === 'number' ? count : null };
}
