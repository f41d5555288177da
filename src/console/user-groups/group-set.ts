import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { OrderedWriter } from '../batch/ordered-writer.js';
import type { Revision, SetResult } from '../batch/set-result.js';
import { changeStep, createStep, deleteStep, distinct, keysOfSteps } from '../batch/step-keys.js';
import { type CheckedStep, BatchInMemory } from '../batch/batch-in-memory.js';
import { groupFields } from './user-group.dto.js';
import { GroupRules, type GroupUses, keyOfGroup } from './group-rules.js';
import { type GroupKeys, GroupSetRepository } from './group-set.repository.js';
import {
  type UserGroupChange,
  type GroupFields,
  type GroupKey,
  groupNameKey,
  type NewGroup,
  type UserGroup,
} from './user-group.js';

export type GroupStep = CheckedStep<GroupFields, GroupKey>;

/** Groups by the set: a few statements a call. Joins the context's transaction; one result for each row, in order. */
@Injectable()
export class GroupSet {
  constructor(
    private readonly repository: GroupSetRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly writer: OrderedWriter,
  ) {}

  /**
   * Ids of the groups with these names (as given), created if missing; safe against concurrent callers. One statement
   * if all exist. Throws `invalid` for a name that no group can have.
   */
  async ensureMany(context: Context, names: readonly string[]): Promise<Map<string, string>> {
    const read = names.map((name) => groupFields.check({ name }));
    const wrong = read.findIndex(({ errors }) => errors.length > 0);
    if (wrong >= 0) throw Problem.invalid(read[wrong].errors);
    // Of two spellings, the first one stays.
    const wanted = new Map(
      read.map(({ values }) => [groupNameKey(values.name ?? ''), values.name ?? ''] as const).toReversed(),
    );
    const known = new Map<string, string>();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const missing = [...wanted.keys()].filter((key) => !known.has(key));
      if (missing.length === 0) return new Map(names.map((name) => [name, known.get(groupNameKey(name)) ?? '']));
      for (const { id, nameKey } of await this.repository.idsOf(context, missing)) known.set(nameKey, id);
      const absent = missing.filter((key) => !known.has(key));
      // The faster one wins: a name taken meanwhile is found on the next look.
      for (const { id, nameKey } of absent.length > 0
        ? await this.insert(
            context,
            absent.map((key) => wanted.get(key) ?? ''),
          )
        : [])
        known.set(nameKey, id);
    }
    throw new Problem('unavailable', 'Others keep changing the same user groups; try again');
  }

  /** created | conflict (`id`: who has the name) | invalid. */
  createMany(context: Context, rows: readonly NewGroup[]): Promise<SetResult[]> {
    return this.apply(
      context,
      rows.map((row) => createStep(groupFields, row)),
    );
  }

  /** changed | unchanged | not_found | conflict | stale | invalid, in order. `policy` is replaced as a whole. */
  changeMany(context: Context, rows: readonly UserGroupChange[]): Promise<SetResult[]> {
    return this.apply(
      context,
      rows.map((row) => changeStep(groupFields, row)),
    );
  }

  /** deleted | not_found | stale | conflict: the detail says what still uses the group. */
  deleteMany(context: Context, ids: readonly string[], ifRevision?: Revision): Promise<SetResult[]> {
    return this.apply(
      context,
      ids.map((id) => deleteStep(id, ifRevision)),
    );
  }

  /** Creates, changes, upserts and deletes in this order; each sees what those before it did. */
  apply(context: Context, steps: readonly GroupStep[]): Promise<SetResult[]> {
    return this.writer.write(context, async (inside) => {
      const at = this.clock.instant();
      const loaded = await this.repository.lock(inside, keysOf(steps));
      const uses = steps.some(({ op }) => op === 'delete')
        ? await this.usesOf(inside, loaded)
        : new Map<string, never>();
      const bench = new BatchInMemory(loaded, new GroupRules(this.ids, at, uses));
      const results = bench.play(steps);
      const { deleted, parked, updated, inserted } = bench.writes();
      return {
        results,
        write: async () => {
          if (deleted.length > 0)
            await this.repository.delete(
              inside,
              deleted.map(({ id }) => id),
            );
          if (parked.length > 0) await this.repository.park(inside, parked);
          if (updated.length > 0)
            await this.repository.update(
              inside,
              updated.map(({ after }) => after),
              at,
            );
          return (
            inserted.length === 0 || (await this.repository.insert(inside, inserted, at)).length === inserted.length
          );
        },
      };
    });
  }

  private async usesOf(context: Context, groups: readonly UserGroup[]): Promise<GroupUses> {
    if (groups.length === 0) return new Map();
    const uses = await this.repository.uses(
      context,
      groups.map(({ id }) => id),
    );
    return new Map(
      distinct(uses.map(({ id }) => id)).map((id) => [
        id,
        Object.fromEntries(uses.filter((use) => use.id === id).map(({ what, count }) => [what, count])),
      ]),
    );
  }

  private insert(context: Context, names: readonly string[]): Promise<{ id: string; nameKey: string }[]> {
    const at = this.clock.instant();
    const rules = new GroupRules(this.ids, at, new Map());
    return this.repository.insert(
      context,
      names.map((name) => rules.create({ name }) as UserGroup),
      at,
    );
  }
}

function keysOf(steps: readonly GroupStep[]): GroupKeys {
  const keys = keysOfSteps(steps, keyOfGroup, ({ name }) => [['name', name]]);
  return { ids: keys.ids, nameKeys: keys.of('name'), externalIds: keys.of('externalId') };
}
