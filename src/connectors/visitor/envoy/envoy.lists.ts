import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { RecordPage, Polls } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ListWords } from '../../../provisioning/connector/define-connector.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import type { EnvoyClient } from './envoy.client.js';
import type { EnvoyReader } from './envoy.reader.js';
import type { EnvoySettings } from './envoy.settings.js';
import type { EnvoyWebhooks } from './envoy.webhooks.js';
import type { EnvoyEntry } from './envoy.wire.js';

/** Each poll reads everybody who signed in within a day: a sign-out changes no time that could be filtered by. */
const overlapSeconds = 86_400;
/** No visit lasts longer (docs/access.md), so anybody who signed in earlier is gone for us. */
const longestVisitSeconds = 30 * 86_400;

/**
 * Sign-ins and sign-outs that no event reported: Envoy stops retrying after ten minutes, and signs people out by the
 * clock.
 */
export class EnvoyPolls implements Polls {
  constructor(
    private readonly client: EnvoyClient,
    private readonly reader: EnvoyReader,
    private readonly clock: Clock,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    const now = this.clock.instant();
    if (cursor === null) return yield { changes: [], cursor: { since: now } };
    const { since, until = now, page: first = 1 } = positionIn(cursor);
    for (let page: number | null = first; page !== null;) {
      const { items, next }: { items: readonly EnvoyEntry[]; next: number | null } = await this.client.page<EnvoyEntry>(
        'entries',
        entriesAfter(laterBy(since, -overlapSeconds)),
        page,
        signal,
      );
      yield {
        changes: await this.reader.changesOf(items, signal),
        cursor: next === null ? { since: until } : { since, until, page: next },
      };
      page = next;
    }
  }
}

export interface EnvoyApi {
  readonly client: EnvoyClient;
  readonly reader: EnvoyReader;
  /** The answers need what a message said, too. */
  readonly webhooks: EnvoyWebhooks;
}

interface Position {
  readonly of: 'invites' | 'entries';
  readonly after: Instant;
  readonly at: number;
  /** How many invites were listed. */
  readonly invites: number;
}

/**
 * Everybody expected, where invites can be listed, and everybody who signed in within the longest visit, including
 * those who left. Invites come first: a visitor who arrives meanwhile is then among the entries. Envoy gives the total
 * of entries, and every entry is one change.
 */
export const envoyList: ListWords<EnvoySettings, EnvoyApi, Position> = {
  first: ({ api: { client }, clock }) => ({
    of: client.listsInvites ? 'invites' : 'entries',
    after: laterBy(clock.instant(), -longestVisitSeconds),
    at: client.listsInvites ? 0 : 1,
    invites: 0,
  }),
  resumed: ({ of, after, at, invites }) =>
    (of === 'invites' || of === 'entries') && isInstant(after) && typeof at === 'number'
      ? { of, after, at, invites: Number(invites) || 0 }
      : undefined,
  page: async ({ api: { client, reader } }, place, signal) => {
    if (place.of === 'invites') {
      // From yesterday on: a location's day may still be the one before ours.
      const from = laterBy(laterBy(place.after, longestVisitSeconds), -86_400).slice(0, 10);
      const { items, next } = await client.invites(from, place.at, signal);
      const changes = await reader.changesOfInvites(items, signal);
      const read = { ...place, invites: place.invites + changes.length };
      return { changes, next: next === null ? { ...read, of: 'entries', at: 1 } : { ...read, at: next } };
    }
    const filters = entriesAfter(place.after);
    const { items, total, next } = await client.page<EnvoyEntry>('entries', filters, place.at, signal);
    const changes = await reader.changesOf(items, signal);
    return { changes, next: next === null ? null : { ...place, at: next }, total: place.invites + total };
  },
};

export function entriesAfter(signedInAtAfter: Instant): Readonly<Record<string, string>> {
  return { signedInAtAfter, sort: 'SIGNED_IN_AT', order: 'ASC' };
}

function positionIn(cursor: Cursor): { readonly since: Instant; readonly until?: Instant; readonly page?: number } {
  const { since, until, page } = cursor;
  if (!isInstant(since)) throw new ConnectorProblem('cursor_expired', 'The cursor of the last poll cannot be read');
  return isInstant(until) && typeof page === 'number' ? { since, until, page } : { since };
}
