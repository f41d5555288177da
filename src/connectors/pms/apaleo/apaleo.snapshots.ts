import type { Instant } from '../../../kernel/clock.js';
import { type ListWords, seenOf } from '../../../provisioning/connector/define-connector.js';
import { apaleoTime, type ApaleoFilters } from './apaleo.client.js';
import { apaleoExpectedUntil } from './apaleo.mapping.js';
import type { ApaleoApi } from './apaleo.polls.js';
import type { ApaleoSettings } from './apaleo.settings.js';

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
export const apaleoList: ListWords<ApaleoSettings, ApaleoApi, Position> = {
  first: ({ settings, clock }) => {
    const from = clock.instant();
    const until = apaleoExpectedUntil(from, settings.expected_days);
    return { of: 'expected', from, until, page: 1, seen: 0, count: null };
  },
  resumed: ({ of, from, until, page, seen, count }) =>
    (of === 'expected' || of === 'in_house') &&
    typeof from === 'string' &&
    typeof until === 'string' &&
    typeof page === 'number' &&
    typeof seen === 'number'
      ? { of, from, until, page, seen, count: typeof count === 'number' ? count : null }
      : undefined,
  page: async ({ api: { client, reader }, clock }, place, signal) => {
    const readAt = clock.instant();
    const { reservations, count: total } = await client.page(filtersOf(place), place.page, signal);
    const before = { seen: place.seen, total: place.count };
    const seen = seenOf('reservations', before, { count: reservations.length, total });
    const changes = await reader.complete(reservations, readAt, signal);
    if (seen < total) return { changes, next: { ...place, page: place.page + 1, seen, count: total } };
    return {
      changes,
      next: place.of === 'expected' ? { ...place, of: 'in_house', page: 1, seen: 0, count: null } : null,
    };
  },
};

function filtersOf({ of, from, until }: Position): ApaleoFilters {
  if (of === 'in_house') return { status: 'InHouse', sort: 'id:asc' };
  return { status: 'Confirmed', dateFilter: 'Stay', from: apaleoTime(from), to: apaleoTime(until), sort: 'id:asc' };
}
