import { type Instant, laterBy } from '../../../kernel/clock.js';
import { type ChangesWords, WindowMoved } from '../../../provisioning/connector/define-connector.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import { type ApaleoClient, apaleoPageSize, apaleoTime } from './apaleo.client.js';
import type { ApaleoReader } from './apaleo.reader.js';
import type { ApaleoSettings } from './apaleo.settings.js';

/** Each poll goes back this far, for changes committed late and clocks that disagree. */
const overlapSeconds = 600;

/** `until`, `page` and `count` are set while a window is being read: `page` is then the next one. */
interface Position {
  /** Everything up to here has been read. */
  readonly since: Instant;
  readonly until?: Instant;
  readonly page?: number;
  readonly count?: number;
}

export interface ApaleoApi {
  readonly client: ApaleoClient;
  readonly reader: ApaleoReader;
}

/**
 * Asks for modified reservations, whole. A reservation that is modified again leaves the window and shifts the pages
 * after it: then the window is read again.
 */
export const apaleoChanges: ChangesWords<ApaleoSettings, ApaleoApi, Position> = {
  resumed: ({ since, until, page, count }) => {
    if (!isInstant(since)) return undefined;
    const isWithin = isInstant(until) && typeof page === 'number' && typeof count === 'number';
    return isWithin ? { since, until, page, count } : { since };
  },
  page: async ({ api: { client, reader }, clock }, { since, until: begun, page = 1, count: before }, now, signal) => {
    const until = begun ?? now;
    const readAt = clock.instant();
    const { reservations, count } = await client.page(
      {
        dateFilter: 'Modification',
        from: apaleoTime(laterBy(since, -overlapSeconds)),
        to: apaleoTime(until),
        sort: 'updated:asc',
      },
      page,
      signal,
    );
    if (page > 1 && count !== before) throw new WindowMoved('reservations', { since, until });
    const isLast = reservations.length === 0 || page * apaleoPageSize >= count;
    return {
      changes: await reader.complete(reservations, readAt, signal),
      next: isLast ? { since: until } : { since, until, page: page + 1, count },
    };
  },
};
