import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Cursor, RecordPage, Polls, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import type { EnvoyClient } from './envoy.client.js';
import type { EnvoyReader } from './envoy.reader.js';
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
export class EnvoySnapshots implements Snapshots {
  constructor(
    private readonly client: EnvoyClient,
    private readonly reader: EnvoyReader,
    private readonly clock: Clock,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const start: Position = {
      of: this.client.listsInvites ? 'invites' : 'entries',
      after: laterBy(this.clock.instant(), -longestVisitSeconds),
      at: this.client.listsInvites ? 0 : 1,
      invites: 0,
    };
    for (let position: Position | null = cursor === null ? start : snapshotPosition(cursor); position;) {
      const page: SnapshotPage & { next: Position | null } =
        position.of === 'invites' ? await this.invites(position, signal) : await this.entries(position, signal);
      const { next, ...rest } = page;
      yield rest;
      position = next;
    }
  }

  /** From yesterday on: a location's day may still be the one before ours. */
  private async invites(position: Position, signal: AbortSignal): Promise<SnapshotPage & { next: Position | null }> {
    const from = laterBy(laterBy(position.after, longestVisitSeconds), -86_400).slice(0, 10);
    const { items, next } = await this.client.invites(from, position.at, signal);
    const changes = await this.reader.changesOfInvites(items, signal);
    const invites = position.invites + changes.length;
    const following: Position =
      next === null ? { ...position, invites, of: 'entries', at: 1 } : { ...position, invites, at: next };
    return { changes, cursor: { ...following }, next: following };
  }

  private async entries(position: Position, signal: AbortSignal): Promise<SnapshotPage & { next: Position | null }> {
    const { items, total, next } = await this.client.page<EnvoyEntry>(
      'entries',
      entriesAfter(position.after),
      position.at,
      signal,
    );
    const changes = await this.reader.changesOf(items, signal);
    if (next !== null) {
      const following = { ...position, at: next };
      return { changes, cursor: { ...following }, next: following };
    }
    return { changes, cursor: { ...position }, complete: { declaredTotal: position.invites + total }, next: null };
  }
}

export function entriesAfter(signedInAtAfter: Instant): Readonly<Record<string, string>> {
  return { signedInAtAfter, sort: 'SIGNED_IN_AT', order: 'ASC' };
}

function positionIn(cursor: Cursor): { readonly since: Instant; readonly until?: Instant; readonly page?: number } {
  const { since, until, page } = cursor;
  if (!isInstant(since)) throw new ConnectorProblem('cursor_expired', 'The cursor of the last poll cannot be read');
  return isInstant(until) && typeof page === 'number' ? { since, until, page } : { since };
}

function snapshotPosition(cursor: Cursor): Position {
  const { of, after, at, invites } = cursor;
  if ((of !== 'invites' && of !== 'entries') || !isInstant(after) || typeof at !== 'number')
    throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
  return { of, after, at, invites: Number(invites) || 0 };
}
