import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import type { Target } from '../set/set-result.js';
import type { RecordRules } from '../set/workbench.js';
import { type GroupFields, type GroupKey, groupNameKey, type UserGroup } from './user-group.js';

/** What keeps a group from being deleted, such as `12 users and 3 vouchers`, by group id. */
export type GroupUses = ReadonlyMap<string, string>;

export function keyOfGroup(key: GroupKey, value: string): string {
  return key === 'name' ? groupNameKey(value) : value.normalize('NFC').trim();
}

/** How one batch turns checked values into groups at the instant `at`. */
export class GroupRules implements RecordRules<UserGroup, GroupFields, GroupKey> {
  constructor(private readonly ids: Ids, private readonly at: Instant, private readonly uses: GroupUses) {}

  create(values: Partial<GroupFields>): UserGroup | readonly FieldProblem[] {
    const { name } = values;
    if (name === undefined) return [{ pointer: '#/name', detail: 'is required' }];
    const none = { comment: null, priority: 0, policy: {}, externalId: null, sourceConnectionId: null };
    return { ...none, ...values, name, id: this.ids.next(), revision: 1, createdAt: this.at, updatedAt: this.at };
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

  valuesOf(target: Target<GroupKey>): Partial<GroupFields> {
    return { [target.by]: target.value.normalize('NFC').trim() };
  }

  needed({ id, name }: UserGroup): string | undefined {
    const uses = this.uses.get(id);
    return uses ? `The user group "${name}" is used by ${uses}: move or delete them first` : undefined;
  }

  taken(): string {
    return 'A user group with this name exists';
  }
}
