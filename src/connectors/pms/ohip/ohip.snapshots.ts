import { DateTime } from 'luxon';
import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { OhipClient } from './ohip.client.js';
import { ohipChange } from './ohip.mapping.js';
import type { OhipSettings } from './ohip.settings.js';

interface Place {
  readonly of: 'expected' | 'in_house';
  /** All pages use the days of the first one. */
  readonly from: string;
  readonly until: string;
  readonly offset: number;
  /** OPERA Cloud's own, at the first page. */
  readonly total: number | null;
}

/**
 * Who is about to arrive, then who is in house; so a guest who checks in meanwhile is on the second list. Pages are
 * numbered: a guest who leaves the list moves all others up, so a list whose total changes is read anew.
 */
export class OhipSnapshots implements Snapshots {
  constructor(
    private readonly client: OhipClient,
    private readonly settings: OhipSettings,
    private readonly clock: Clock,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    for (let place = cursor === null ? this.begin() : placeIn(cursor); ;) {
      const readAt = this.clock.instant();
      const { reservations, total } = await this.client.reservations(filtersOf(place), place.offset, signal);
      const offset = place.offset + reservations.length;
      if (
        (place.total !== null && place.total !== total) ||
        offset > total ||
        (offset < total && offset === place.offset)
      )
        throw new ConnectorProblem('cursor_expired', 'reservations: the list changed while it was read');
      const changes = reservations.map((reservation) => ohipChange(reservation, this.settings, readAt));
      if (offset >= total && place.of === 'in_house')
        return yield { changes, cursor: { ...place, offset, total }, complete: {} };
      place = offset < total ? { ...place, offset, total } : { ...place, of: 'in_house', offset: 0, total: null };
      yield { changes, cursor: { ...place } };
    }
  }

  /** The business date may be yesterday's until the night audit has run. */
  private begin(): Place {
    const now = this.clock.instant();
    const day = (at: Instant) => DateTime.fromISO(at, { zone: this.settings.time_zone }).toISODate() ?? '';
    return {
      of: 'expected',
      from: day(laterBy(now, -86_400)),
      until: day(laterBy(now, this.settings.expected_days * 86_400)),
      offset: 0,
      total: null,
    };
  }
}

function filtersOf({ of, from, until }: Place): Readonly<Record<string, string>> {
  return of === 'in_house' ? { searchType: 'InHouse' } : { arrivalStartDate: from, arrivalEndDate: until };
}

function placeIn(cursor: Cursor): Place {
  const { of, from, until, offset, total } = cursor as Partial<Place>;
  if (
    (of !== 'expected' && of !== 'in_house') ||
    typeof from !== 'string' ||
    typeof until !== 'string' ||
    typeof offset !== 'number'
  )
    throw new ConnectorProblem('cursor_expired', 'The cursor of the list cannot be read');
  return { of, from, until, offset, total: typeof total === 'number' ? total : null };
}
