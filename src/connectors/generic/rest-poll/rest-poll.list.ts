import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.js';
import { laterBy } from '../../../kernel/clock.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { RecordPage, Polls, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import type { ListClient } from './rest-poll.client.js';
import type { ListMapping } from './rest-poll.mapping.js';
import type { RestPollSettings } from './rest-poll.settings.js';
import type { PlaceInList } from './rest-poll.wire.js';

const usualOverlapSeconds = 300;

interface ListCursor extends Cursor {
  /** Where the next page begins; absent at the beginning of a list. */
  readonly place?: PlaceInList;
  readonly pages?: number;
}

interface PollCursor extends ListCursor {
  readonly since: string;
  /** When this poll began: the next one asks for changes from there. */
  readonly startedAt?: string;
}

/** The list, page by page: all of it, or what changed. */
export class PolledList implements Polls, Snapshots {
  constructor(
    private readonly client: ListClient,
    private readonly mapping: ListMapping,
    private readonly settings: Pick<RestPollSettings, 'since' | 'max_pages'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Without a parameter for changes, each poll reads the whole list: polls find new records, full scans find those that
   * are gone.
   */
  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    const {
      since = this.clock.instant(),
      startedAt = this.clock.instant(),
      ...begun
    } = (cursor ?? {}) as Partial<PollCursor>;
    const asked = this.settings.since
      ? laterBy(since, -(this.settings.since.overlap_seconds ?? usualOverlapSeconds))
      : null;
    for await (const { page, next } of this.pages(begun, asked, signal)) {
      yield { changes: page.changes, cursor: next ? { since, startedAt, ...next } : { since: startedAt } };
    }
  }

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    for await (const { page, next } of this.pages((cursor ?? {}) as ListCursor, null, signal)) {
      yield next
        ? { changes: page.changes, cursor: next }
        : { changes: page.changes, cursor: { done: true }, complete: { declaredTotal: page.total } };
    }
  }

  private async *pages({ place: resumed, pages: before = 0 }: ListCursor, since: string | null, signal: AbortSignal) {
    let place: PlaceInList | null = resumed ?? null;
    let digest = '';
    for (let pages = before + 1; ; pages += 1) {
      if (pages > this.settings.max_pages)
        throw new ConnectorProblem(
          'settings_invalid',
          `list: it has more than ${this.settings.max_pages} pages; ask for larger ones, or raise max_pages`,
        );
      const answer = await this.client.page(place, since, signal).catch((error: unknown) => {
        throw place === resumed ? asExpired(error, place) : error;
      });
      const seen = digestOf(answer.records);
      if (answer.records.length > 0 && seen === digest)
        throw new ConnectorProblem(
          'settings_invalid',
          'list: the same page came twice; does the system know the parameter of paging?',
        );
      digest = seen;
      const page = { changes: await this.mapping.changesOf(answer, signal), total: answer.total };
      place = answer.next;
      yield { page, next: place && { place, pages } };
      if (!place) return;
      signal.throwIfAborted();
    }
  }
}

/** A place from an older cursor may no longer be valid; a number always is. */
function asExpired(error: unknown, place: PlaceInList | null | undefined): unknown {
  const isKept = place && ('cursor' in place || 'url' in place);
  return isKept && error instanceof ConnectorProblem && error.code === 'settings_invalid'
    ? new ConnectorProblem('cursor_expired', error.message)
    : error;
}

function digestOf(records: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('base64');
}
