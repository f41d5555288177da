import { type Clock, type Instant, instantAt } from '../../../kernel/clock.js';
import type { RecordPage, Polls } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import type { BambooHrClient } from './bamboohr.client.js';

const idsInPage = 20;
/** Each poll goes back this far, for changes that were stored a little late. */
const overlapMilliseconds = 120_000;

/**
 * Asks whose record or status rows have changed. Each change is a hint to read the person: the answer says only that
 * something changed.
 */
export class BambooHrPolls implements Polls {
  constructor(
    private readonly client: BambooHrClient,
    private readonly clock: Clock,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    if (cursor === null) return yield { changes: [], cursor: { since: this.clock.instant() } };
    const { since, after } = positionFrom(cursor);
    const asked = new Date(Date.parse(since) - overlapMilliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
    const { ids, latest } = await this.client.changed(asked, signal);
    const next = latestOf(latest, since);
    const left = ids.filter((id) => Number(id) > after);
    for (let from = 0; from === 0 || from < left.length; from += idsInPage) {
      const some = left.slice(from, from + idsInPage);
      const isLast = from + idsInPage >= left.length;
      yield {
        changes: some.map((key) => ({ kind: 'hint', of: 'record', key })),
        cursor: isLast ? { since: next } : { since, after: Number(some.at(-1)) },
      };
    }
  }
}

/** Up to where BambooHR says that the answer is complete, never earlier than before. */
function latestOf(latest: string | undefined, since: Instant): Instant {
  const at = instantAt(Date.parse(latest ?? ''));
  return at && at > since ? at : since;
}

function positionFrom(cursor: Cursor): { readonly since: Instant; readonly after: number } {
  const { since, after } = cursor as { since?: unknown; after?: unknown };
  if (!isInstant(since)) throw new ConnectorProblem('cursor_expired', 'The cursor of the last poll cannot be read');
  return { since, after: typeof after === 'number' ? after : 0 };
}
