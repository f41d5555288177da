import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.js';
import type { Change } from '../../provisioning/connector/change.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import type { Cursor, Polls, RecordPage, SnapshotPage, Snapshots } from '../../provisioning/connector/connector.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorList } from './vendor-file.js';
import type { VendorMapping } from './vendor-mapping.js';
import { isNumbered, type PlaceInVendorList, type VendorPage } from './vendor-paging.js';

const mostPages = 10_000;
const mostRestarts = 3;
const recordsAtOnce = 200;

interface ListCursor extends Cursor {
  /** Where the next page begins; absent at the beginning of a list. */
  readonly place?: PlaceInVendorList;
  readonly pages?: number;
}

interface PollCursor extends ListCursor {
  readonly since: string;
  /** When this poll began: the next one asks for changes from there. */
  readonly startedAt?: string;
}

/** The vendor's list, page by page: all of it, or what changed. */
export class VendorLists implements Polls, Snapshots {
  constructor(
    private readonly file: VendorFile,
    private readonly client: VendorClient,
    private readonly mapping: VendorMapping,
    private readonly clock: Clock,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    const now = this.clock.instant();
    const { since = now, startedAt = now, ...resumed } = (cursor ?? {}) as Partial<PollCursor>;
    let begun: ListCursor = resumed;
    for (let restarts = 0; ; restarts += 1) {
      try {
        for await (const { page, next } of this.pages(this.file.changes!, begun, since, signal))
          yield { changes: page.changes, cursor: next ? { since, startedAt, ...next } : { since: startedAt } };
        return;
      } catch (error) {
        // The window has changed under way: what was read is read again.
        const isMoved = error instanceof ConnectorProblem && error.code === 'cursor_expired';
        if (!isMoved || restarts === mostRestarts) throw isMoved ? unsettled() : error;
        begun = {};
      }
    }
  }

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    for await (const { page, next } of this.pages(this.file.list, (cursor ?? {}) as ListCursor, null, signal))
      yield next
        ? { changes: page.changes, cursor: next }
        : { changes: page.changes, cursor: { done: true }, complete: { declaredTotal: page.total } };
  }

  private async *pages(
    list: VendorList,
    { place: resumed, pages: before = 0 }: ListCursor,
    since: string | null,
    signal: AbortSignal,
  ) {
    const visited = new Set<number | string>(resumed ? [resumed.at] : []);
    let place = resumed ?? null;
    let digest = '';
    for (let pages = before + 1; ; pages += 1) {
      if (pages > mostPages) throw new ConnectorProblem('upstream_broken', `list: it has more than ${mostPages} pages`);
      const readAt = this.clock.instant();
      const answer = await this.client.page(list, place, since, signal).catch((error: unknown) => {
        throw place === resumed ? asExpired(error, place) : error;
      });
      checkNumbers(list, place, answer);
      const seen = digestOf(answer.records);
      if (answer.records.length > 0 && seen === digest)
        throw new ConnectorProblem('upstream_broken', 'list: the same page came twice');
      digest = seen;
      place = answer.next;
      if (place && visited.has(place.at))
        throw new ConnectorProblem('upstream_broken', 'list: its pages lead back to one that was read');
      if (place) visited.add(place.at);
      const changes = await this.changesOf(answer, readAt, signal);
      yield { page: { changes, total: answer.total }, next: place && { place, pages } };
      if (!place) return;
      signal.throwIfAborted();
    }
  }

  /** In pieces, so that other work runs in between. */
  private async changesOf({ records, body }: VendorPage, readAt: string, signal: AbortSignal): Promise<Change[]> {
    const changes: Change[] = [];
    for (let start = 0; start < records.length; start += recordsAtOnce) {
      if (start > 0) await setImmediate(undefined, { signal });
      for (const record of records.slice(start, start + recordsAtOnce))
        changes.push(this.mapping.readAt(readAt, record, body));
    }
    return changes;
  }
}

/**
 * A record that leaves a numbered list moves all later ones up, and one of them is skipped: the vendor's count shows
 * it.
 */
function checkNumbers(
  { paging }: VendorList,
  place: PlaceInVendorList | null,
  { total, next, records }: VendorPage,
): void {
  if (!isNumbered(paging) || total === undefined) return;
  const seen = (place?.seen ?? 0) + records.length;
  if ((place?.total ?? total) !== total || (next === null && seen < total))
    throw new ConnectorProblem('cursor_expired', 'list: it changed while it was read');
}

function unsettled(): ConnectorProblem {
  return new ConnectorProblem('upstream_broken', 'list: it changes faster than it can be read');
}

/** A place of an older cursor may no longer be valid; a number always is. */
function asExpired(error: unknown, place: PlaceInVendorList | null | undefined): unknown {
  const isKept = typeof place?.at === 'string';
  return isKept && error instanceof ConnectorProblem && error.code === 'settings_invalid'
    ? new ConnectorProblem('cursor_expired', error.message)
    : error;
}

function digestOf(records: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('base64');
}
