import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import {
  type ConnectorParts,
  type ListWords,
  seenOf,
  snapshotsOf,
} from '../../../provisioning/connector/define-connector.js';
import type { KisiClient } from './kisi.client.js';
import { changeOfMember, memberHint } from './kisi.mapping.js';
import type { KisiSettings } from './kisi.settings.js';
import { largestOffset, largestPage } from './kisi.wire.js';

export type KisiParts = ConnectorParts<KisiSettings, KisiClient>;

/**
 * Above this number, members are looked up in the list: a directory that changes five hundred at once is a few pages.
 */
const mostSingleReads = 20;

interface Place {
  readonly offset: number;
  /** The total on the first page; a list that grows or shrinks meanwhile has skipped somebody. */
  readonly total: number | null;
}

/** Who may enter, as Kisi lists them. */
export const kisiMembers: ListWords<KisiSettings, KisiClient, Place> = {
  first: () => ({ offset: 0, total: null }),
  resumed: ({ offset, total }) =>
    typeof offset === 'number' && (typeof total === 'number' || total === null) ? { offset, total } : undefined,
  page: async ({ api }, { offset, total: before }, signal) => {
    const { members, total } = await api.members(offset, signal);
    if (total > largestOffset + largestPage)
      throw new ConnectorProblem(
        'settings_invalid',
        `members: ${total} of them, of which Kisi lists ${largestOffset + largestPage}; make a connection ` +
          'for each place with place_id',
      );
    const seen = seenOf('members', { seen: offset, total: before }, { count: members.length, total });
    return { changes: members.map(changeOfMember), next: seen < total ? { offset: seen, total } : null };
  },
};

/**
 * Hints name a member (parent) or a user (record). Kisi reads single members by member id only, and not within a place.
 * Users, many members, and members of one place are looked up in the list, all at once.
 */
export function kisiReads(parts: KisiParts): Reads {
  const isOnePlace = Boolean(parts.settings.place_id);
  return {
    read: async (hints, signal) => {
      const keys = new Set(hints.map(({ key }) => key));
      const changes: Change[] = [];
      const members = [...keys].filter((key) => key.startsWith(memberHint));
      for (const key of isOnePlace || members.length > mostSingleReads ? [] : members) {
        const member = await parts.api.member(key.slice(memberHint.length), signal);
        if (member) changes.push(changeOfMember(member));
        keys.delete(key);
      }
      if (keys.size === 0) return changes;
      for await (const page of snapshotsOf(kisiMembers, parts).all(null, signal))
        changes.push(
          ...page.changes.filter(
            (change) =>
              change.kind === 'record' && (keys.has(change.record.key) || keys.has(change.record.parentKey ?? '')),
          ),
        );
      return changes;
    },
  };
}
