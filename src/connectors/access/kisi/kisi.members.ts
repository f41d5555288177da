import type { Change } from '../../../provisioning/connector/change.js';
import type { Cursor, Reads, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { KisiClient } from './kisi.client.js';
import { changeOfMember, memberHint } from './kisi.mapping.js';
import { largestOffset, largestPage } from './kisi.wire.js';

/**
 * Above this number, members are looked up in the list: a directory that changes five hundred at once is a few pages.
 */
const mostSingleReads = 20;

interface Position {
  readonly offset: number;
  /** The total on the first page; a list that grows or shrinks meanwhile has skipped somebody. */
  readonly total: number | null;
}

/** Who may enter, as Kisi lists them. */
export class KisiMembers implements Snapshots, Reads {
  constructor(
    private readonly client: KisiClient,
    private readonly isOnePlace: boolean,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    let position: Position | null = cursor === null ? { offset: 0, total: null } : positionFrom(cursor);
    while (position) {
      const read: Position = position;
      const { members, total } = await this.client.members(read.offset, signal);
      const seen = read.offset + members.length;
      if (total > largestOffset + largestPage)
        throw new ConnectorProblem(
          'settings_invalid',
          `members: ${total} of them, of which Kisi lists ${largestOffset + largestPage}; make a connection ` +
            'for each place with place_id',
        );
      if ((read.total !== null && total !== read.total) || (members.length === 0 && seen < total) || seen > total)
        throw new ConnectorProblem('cursor_expired', 'members: the list changed while it was read');
      position = seen < total ? { offset: seen, total } : null;
      yield position
        ? { changes: members.map(changeOfMember), cursor: { ...position } }
        : { changes: members.map(changeOfMember), cursor: { ...read }, complete: {} };
    }
  }

  /**
   * Hints name a member (parent) or a user (record). Kisi reads single members by member id only, and not within a
   * place. Users, many members, and members of one place are looked up in the list, all at once.
   */
  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const keys = new Set(hints.map(({ key }) => key));
    const changes: Change[] = [];
    const members = [...keys].filter((key) => key.startsWith(memberHint));
    for (const key of this.isOnePlace || members.length > mostSingleReads ? [] : members) {
      const member = await this.client.member(key.slice(memberHint.length), signal);
      if (member) changes.push(changeOfMember(member));
      keys.delete(key);
    }
    if (keys.size === 0) return changes;
    for await (const page of this.all(null, signal)) {
      changes.push(
        ...page.changes.filter(
          (change) =>
            change.kind === 'record' && (keys.has(change.record.key) || keys.has(change.record.parentKey ?? '')),
        ),
      );
    }
    return changes;
  }
}

function positionFrom(cursor: Cursor): Position {
  const { offset, total } = cursor as Partial<Record<keyof Position, unknown>>;
  if (typeof offset !== 'number' || !(typeof total === 'number' || total === null))
    throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
  return { offset, total };
}
