import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Cursor, RecordPage, Polls } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import { type ApaleoClient, apaleoPageSize, apaleoTime } from './apaleo.client.js';
import type { ApaleoReader } from './apaleo.reader.js';

/** Each poll goes back this far, for changes committed late and clocks that disagree. */
const overlapSeconds = 600;
const mostRestarts = 3;

/** `until`, `page` and `count` are set while a window is being read: `page` is then the next one. */
interface Position {
  /** Everything up to here has been read. */
  readonly since: Instant;
  readonly until?: Instant;
  readonly page?: number;
  readonly count?: number;
}

/**
 * Asks for modified reservations, whole. A reservation that is modified again leaves the window and shifts the pages
 * after it: then the window is read again.
 */
export class ApaleoPolls implements Polls {
  constructor(
    private readonly client: ApaleoClient,
    private readonly reader: ApaleoReader,
    private readonly clock: Clock,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    const now = this.clock.instant();
    if (cursor === null) return yield { changes: [], cursor: { since: now } };
    let position = positionFrom(cursor);
    for (let restarts = 0; position.since < now;) {
      const { since, until = now, page = 1 } = position;
      const readAt = this.clock.instant();
      const { reservations, count } = await this.client.page(
        {
          dateFilter: 'Modification',
          from: apaleoTime(laterBy(since, -overlapSeconds)),
          to: apaleoTime(until),
          sort: 'updated:asc',
        },
        page,
        signal,
      );
      if (page > 1 && count !== position.count) {
        restarts += 1;
        if (restarts > mostRestarts)
          throw new ConnectorProblem(
            'upstream_broken',
            'reservations: the list of changes changes faster than it can be read',
          );
        position = { since, until };
        continue;
      }
      const isLast = reservations.length === 0 || page * apaleoPageSize >= count;
      position = isLast ? { since: until } : { since, until, page: page + 1, count };
      yield { changes: await this.reader.complete(reservations, readAt, signal), cursor: { ...position } };
    }
  }
}

function positionFrom(cursor: Cursor): Position {
  const { since, until, page, count } = cursor as Partial<Record<keyof Position, unknown>>;
  if (!isInstant(since)) throw new ConnectorProblem('cursor_expired', 'The cursor of the last poll cannot be read');
  return isInstant(until) && typeof page === 'number' && typeof count === 'number'
    ? { since, until, page, count }
    : { since };
}
