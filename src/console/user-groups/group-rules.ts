import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import type { SetTarget, UseCounts } from '../batch/set-result.js';
import type { RecordRules } from '../batch/batch-in-memory.js';
import { groupTable } from './user-group.entity.js';
import { type GroupFields, type GroupKey, groupNameKey, type UserGroup } from './user-group.js';

const usual = groupTable.usual as Omit<GroupFields, 'name' | 'policy'>;

/** Why a group cannot be deleted, by group id. */
export type GroupUses = ReadonlyMap<string, UseCounts>;

export function keyOfGroup(key: GroupKey, value: string): string {
  return key === 'name' ? groupNameKey(value) : value.normalize('NFC').trim();
}

/** Turns checked values of a batch into groups, at the time `at`. */
export class GroupRules implements RecordRules<UserGroup, GroupFields, GroupKey> {
  constructor(
    private readonly ids: Ids,
    private readonly at: Instant,
    private readonly uses: GroupUses,
  ) {}

  create(values: Partial<GroupFields>): UserGroup | readonly FieldProblem[] {
    const { name } = values;
    if (name === undefined) return [{ pointer: '#/name', detail: 'is required' }];
    return {
      ...usual,
      policy: {},
      ...values,
      name,
      id: this.ids.next(),
      revision: 1,
      createdAt: this.at,
      updatedAt: this.at,
    };
  }

  change(row: UserGroup, values: Partial<GroupFields>): UserGroup {
    const names = Object.keys(values) as (keyof GroupFields)[];
    if (names.every((name) => isDeepStrictEqual(values[name], row[name]))) return row;
    return { ...row, ...values, revision: row.revision + 1, updatedAt: this.at };
  }

  keys({ name }: UserGroup): (readonly [GroupKey, string])[] {
    return [['name', groupNameKey(name)]];
  }

  aliases({ externalId }: UserGroup): (readonly [GroupKey, string])[] {
    return externalId === null ? [] : [['externalId', externalId]];
  }

  keyOf(key: GroupKey, value: string): string {
    return keyOfGroup(key, value);
  }

  valuesOf(target: SetTarget<GroupKey>): Partial<GroupFields> {
    return { [target.by]: target.value.normalize('NFC').trim() };
  }

  needed({ id, name }: UserGroup): { detail: string; usedBy: UseCounts } | undefined {
    const usedBy = this.uses.get(id);
    return (
      usedBy && { detail: `The user group "${name}" is used by ${wordsFor(usedBy)}: move or delete them first`, usedBy }
    );
  }

  taken(): string {
    return 'A user group with this name exists';
  }
}

/** For example `12 users, 3 vouchers and 1 device`. */
function wordsFor(uses: UseCounts): string {
  return new Intl.ListFormat('en-GB').format(
    Object.entries(uses).map(
      ([kind, count]) => `${count} ${(count === 1 ? kind.replace(/s$/, '') : kind).replaceAll('_', ' ')}`,
    ),
  );
}
