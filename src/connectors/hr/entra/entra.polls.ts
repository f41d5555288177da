import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Polls, RecordPage } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { EntraClient, GraphPage } from './entra.client.js';
import type { EntraGroups } from './entra.groups.js';
import { changesOfDelta } from './entra.mapping.js';
import type { EntraSettings } from './entra.settings.js';
import { type EntraGroup, type EntraUser, groupType, selectedOf } from './entra.wire.js';

/** Where the rounds stand. Links are whole, as they came. */
interface Rounds {
  readonly users: string;
  /** Null: no group is chosen. */
  readonly groups: string | null;
  /** Of the chosen groups, when the rounds began. */
  readonly names: Readonly<Record<string, string>>;
  /** What the rounds tell of: with other settings they begin anew. */
  readonly scope: string;
  /** Groups have other names or other groups inside. When this round is over, those of groups begin anew. */
  readonly isOutdated?: boolean;
}

/** Rounds of changes: of people, then of the chosen groups (https://learn.microsoft.com/graph/delta-query-overview). */
export class EntraPolls implements Polls {
  constructor(
    private readonly client: EntraClient,
    private readonly groups: EntraGroups,
    private readonly settings: EntraSettings,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    if (cursor === null) return yield { changes: [], cursor: { ...(await this.fromNow(signal)) } };
    let rounds = this.roundsIn(cursor);
    for (;;) {
      const page = await this.client.page<EntraUser>('changes of users', rounds.users, signal);
      rounds = { ...rounds, users: linkAfter(page) };
      yield {
        changes: page.items.flatMap((user) => changesOfDelta(user, this.settings)),
        cursor: { ...rounds },
      };
      if (page.delta !== undefined) break;
    }
    while (rounds.groups !== null) {
      const page: GraphPage<EntraGroup> = await this.client.page('changes of groups', rounds.groups, signal);
      const isOutdated = rounds.isOutdated || page.items.some((group) => isOtherwise(group, rounds.names));
      const changes = await this.memberships(page.items, rounds.names, signal);
      const isOver = page.delta !== undefined;
      // The list is read after their beginning, so it has what happened before.
      if (isOver && isOutdated) {
        const { users, scope } = rounds;
        return yield { changes, cursor: { users, scope, ...(await this.groupsFromNow(signal)) }, wantsList: true };
      }
      rounds = { ...rounds, groups: linkAfter(page), ...(isOutdated ? { isOutdated } : {}) };
      yield { changes, cursor: { ...rounds } };
      if (isOver) return;
    }
  }

  private async fromNow(signal: AbortSignal): Promise<Rounds> {
    return {
      ...(await this.groupsFromNow(signal)),
      users: await this.latest('changes of users', this.client.usersFromNow(), signal),
      scope: roundsScope(this.settings),
    };
  }

  private async groupsFromNow(signal: AbortSignal): Promise<Pick<Rounds, 'groups' | 'names'>> {
    const names = await this.groups.names(signal);
    const tracked = await this.groups.tracked(names, signal);
    const groups =
      tracked.length > 0 ? await this.latest('changes of groups', this.client.groupsFromNow(tracked), signal) : null;
    return { groups, names };
  }

  private async latest(operation: string, link: string, signal: AbortSignal): Promise<string> {
    for (let at = link; ;) {
      const page = await this.client.page(operation, at, signal);
      at = linkAfter(page);
      if (page.delta !== undefined) return at;
    }
  }

  /** Everybody who was added or removed is asked about: a group inside another may still hold them. */
  private async memberships(
    groups: readonly EntraGroup[],
    names: Rounds['names'],
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    const people = new Set(
      groups
        .flatMap((group) => group['members@delta'] ?? [])
        .filter((member) => member['@odata.type'] !== groupType)
        .flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    );
    const namesOf = await this.groups.of(people, names, signal);
    return [...people].flatMap((key): Change[] => {
      const groupNames = namesOf(key);
      return groupNames ? [{ kind: 'patch', key, facts: { groups: groupNames.length > 0 ? groupNames : null } }] : [];
    });
  }

  private roundsIn(cursor: Cursor): Rounds {
    const { users, groups, names, scope, isOutdated = false } = cursor as Partial<Rounds>;
    if (typeof users !== 'string' || groups === undefined || !names || scope !== roundsScope(this.settings))
      throw new ConnectorProblem('cursor_expired', 'The changes begin anew: other fields or groups are asked for');
    return { users, groups, names, scope, isOutdated };
  }
}

/** What a cursor is good for. */
export function roundsScope({ groups, ...settings }: Pick<EntraSettings, 'groups' | 'leave_dates'>): string {
  return `${selectedOf(settings)} ${[...groups].sort().join(',')}`;
}

function linkAfter({ next, delta }: GraphPage<EntraUser | EntraGroup>): string {
  const link = next ?? delta;
  if (link === undefined) throw new ConnectorProblem('upstream_broken', 'The round of changes has no end');
  return link;
}

/** A group has another name, is gone, or has other groups inside: the names of many people may change. */
function isOtherwise(group: EntraGroup, names: Rounds['names']): boolean {
  const name = group.displayName ?? undefined;
  const isRenamed = name !== undefined && group.id in names && !isDeepStrictEqual(names[group.id], name);
  const hasOtherGroups = (group['members@delta'] ?? []).some((member) => member['@odata.type'] === groupType);
  return group['@removed'] !== undefined || isRenamed || hasOtherGroups;
}
