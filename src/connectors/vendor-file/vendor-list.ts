import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.js';
import type { Change } from '../../provisioning/connector/change.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import type { Polls, RecordPage, SnapshotPage, Snapshots } from '../../provisioning/connector/connector.js';
import type { Cursor } from '../../provisioning/connector/cursor.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorList } from './vendor-file.js';
import { VendorJoins } from './vendor-joins.js';
import type { VendorMapping } from './vendor-mapping.js';
import { type ListCursor, vendorPagesOf } from './vendor-pages.js';

const mostRestarts = 3;
const recordsAtOnce = 200;

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

  private async *pages(list: VendorList, begun: ListCursor, since: string | null, signal: AbortSignal) {
    const { file, client, clock } = this;
    const joins = new VendorJoins(file, client, clock);
    for await (const { answer, readAt, next } of vendorPagesOf({ client, clock }, list, begun, since, signal)) {
      const records = await joins.joined(answer.records, signal);
      const changes = await this.changesOf(records, answer.body, readAt, signal);
      yield { page: { changes, total: answer.total }, next };
    }
  }

  /** In pieces, so that other work runs in between. */
  private async changesOf(
    records: readonly unknown[],
    body: unknown,
    readAt: string,
    signal: AbortSignal,
  ): Promise<Change[]> {
    const changes: Change[] = [];
    for (let start = 0; start < records.length; start += recordsAtOnce) {
      if (start > 0) await setImmediate(undefined, { signal });
      for (const record of records.slice(start, start + recordsAtOnce))
        changes.push(this.mapping.readAt(readAt, record, body));
    }
    return changes;
  }
}

function unsettled(): ConnectorProblem {
  return new ConnectorProblem('upstream_broken', 'list: it changes faster than it can be read');
}
