import { DateTime } from 'luxon';
import { type Instant, laterBy } from '../../../kernel/clock.js';
import { type ListWords, seenOf } from '../../../provisioning/connector/define-connector.js';
import type { OhipClient } from './ohip.client.js';
import { ohipChange } from './ohip.mapping.js';
import type { OhipPolls } from './ohip.polls.js';
import type { OhipSettings } from './ohip.settings.js';

export interface OhipApi {
  readonly client: OhipClient;
  /** The connection test takes an event away, which the next poll has. */
  readonly polls: OhipPolls;
}

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
export const ohipList: ListWords<OhipSettings, OhipApi, Place> = {
  /** The business date may be yesterday's until the night audit has run. */
  first: ({ settings, clock }) => {
    const now = clock.instant();
    const day = (at: Instant) => DateTime.fromISO(at, { zone: settings.time_zone }).toISODate() ?? '';
    const [from, until] = [day(laterBy(now, -86_400)), day(laterBy(now, settings.expected_days * 86_400))];
    return { of: 'expected', from, until, offset: 0, total: null };
  },
  resumed: ({ of, from, until, offset, total }) =>
    (of === 'expected' || of === 'in_house') &&
    typeof from === 'string' &&
    typeof until === 'string' &&
    typeof offset === 'number'
      ? { of, from, until, offset, total: typeof total === 'number' ? total : null }
      : undefined,
  page: async ({ api: { client }, settings, clock }, place, signal) => {
    const readAt = clock.instant();
    const { reservations, total } = await client.reservations(filtersOf(place), place.offset, signal);
    const before = { seen: place.offset, total: place.total };
    const offset = seenOf('reservations', before, { count: reservations.length, total });
    const changes = reservations.map((reservation) => ohipChange(reservation, settings, readAt));
    if (offset < total) return { changes, next: { ...place, offset, total } };
    return { changes, next: place.of === 'expected' ? { ...place, of: 'in_house', offset: 0, total: null } : null };
  },
};

function filtersOf({ of, from, until }: Place): Readonly<Record<string, string>> {
  return of === 'in_house' ? { searchType: 'InHouse' } : { arrivalStartDate: from, arrivalEndDate: until };
}
