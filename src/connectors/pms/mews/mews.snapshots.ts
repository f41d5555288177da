import type { Instant } from '../../../kernel/clock.js';
import type { ListWords } from '../../../provisioning/connector/define-connector.js';
import type { MewsClient } from './mews.client.js';
import { mewsExpectedUntil } from './mews.mapping.js';
import type { MewsProperties } from './mews.properties.js';
import type { MewsReader } from './mews.reader.js';
import type { MewsSettings } from './mews.settings.js';
import { reservations } from './mews.wire.js';

export interface MewsApi {
  readonly client: MewsClient;
  readonly house: MewsProperties;
  readonly reader: MewsReader;
}

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
export const mewsList: ListWords<MewsSettings, MewsApi, Position> = {
  first: ({ settings, clock }) => {
    const from = clock.instant();
    return { of: 'expected', from, until: mewsExpectedUntil(from, settings.expected_days), after: null };
  },
  resumed: ({ of, from, until, after }) =>
    (of === 'expected' || of === 'in_house') && typeof from === 'string' && typeof until === 'string'
      ? { of, from, until, after: typeof after === 'string' ? after : null }
      : undefined,
  page: async ({ api: { client, house, reader }, clock }, place, signal) => {
    const { stayServiceIds: ServiceIds } = await house.current(signal);
    const readAt = clock.instant();
    const { items, next } = await client.page(reservations, { ServiceIds, ...filtersOf(place) }, place.after, signal);
    const changes = await reader.complete(items, readAt, signal);
    if (next !== null) return { changes, next: { ...place, after: next } };
    return { changes, next: place.of === 'expected' ? { ...place, of: 'in_house', after: null } : null };
  },
};

function filtersOf({ of, from, until }: Position) {
  return of === 'expected'
    ? { States: ['Confirmed'], CollidingUtc: { StartUtc: from, EndUtc: until } }
    : { States: ['Started'] };
}
