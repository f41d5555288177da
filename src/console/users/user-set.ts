import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Database } from '../../database/database.js';
import { RadiusPasswords } from '../passwords/radius-passwords.js';
import { OrderedWriter } from '../batch/ordered-writer.js';
import type { SetResult, SetTarget } from '../batch/set-result.js';
import { distinct, keysOfSteps } from '../batch/step-keys.js';
import { BatchInMemory } from '../batch/batch-in-memory.js';
import type { User, UserKey, UserStep } from './user.js';
import { type PlainRow, type PlainUpserts, plainUpserts } from './plain-upserts.js';
import { keyOfUser, noPassword, passwordChange, UserRules } from './user-rules.js';
import { type UserKeys, UserSetRepository } from './user-set.repository.js';
import type { UpsertRow } from './user-upsert.statements.js';

/**
 * Users by the hundred: a few statements a call, however many rows. Joins the context's transaction, or makes its own.
 * One result for each row, in order; a row that fails affects neither the others nor the transaction. Values were
 * checked on entry.
 */
@Injectable()
export class UserSet {
  constructor(
    private readonly database: Database,
    private readonly repository: UserSetRepository,
    private readonly passwords: RadiusPasswords,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly writer: OrderedWriter,
  ) {}

  /**
   * Creates, changes, upserts and deletes in this order; each sees what those before it did. A row may take the name
   * that an earlier one gave up, but not one that a later row will. Setting the present password changes nothing.
   */
  apply(context: Context, steps: readonly UserStep[]): Promise<SetResult[]> {
    return this.prepare(steps)(context);
  }

  /** The same in two steps: everything that needs no database now, the rest inside the transaction. */
  prepare(steps: readonly UserStep[]): (context: Context) => Promise<SetResult[]> {
    const plain = plainUpserts(steps);
    if (!plain) return this.prepareCreations(steps) ?? ((context) => this.inOrder(context, steps));
    const ids = plain.rows.map(() => this.ids.next());
    return (context) =>
      this.database.transaction(
        context,
        async (inside) =>
          (await this.writer.attempt(inside, () => this.upsert(inside, plain, ids))) ?? this.inOrder(inside, steps),
      );
  }

  /**
   * Independent users are one statement if nobody is in their way; conflicts are resolved in order. Undefined if there
   * are other steps among them, or if they depend on each other.
   */
  private prepareCreations(steps: readonly UserStep[]): ((context: Context) => Promise<SetResult[]>) | undefined {
    if (steps.some(({ op }) => op !== 'create' && op !== 'invalid')) return undefined;
    const batch = new BatchInMemory([], new UserRules(this.ids, this.passwords, this.clock.instant(), null));
    const planned = batch.play(steps);
    if (planned.some(({ status }) => status === 'conflict')) return undefined;
    const users = batch.writes().inserted;
    const insert = async (context: Context): Promise<SetResult[]> => {
      const made = await this.repository.insert(context, users, this.clock.instant());
      const open = [...planned.keys()].filter((place) => {
        const result = planned[place];
        return result.status === 'created' && !made.has(result.id);
      });
      if (open.length === 0) return [...planned];
      const explained = new Map(
        (
          await this.inOrder(
            context,
            open.map((place) => steps[place]),
          )
        ).map((result, index) => [open[index], result]),
      );
      return planned.map((result, place) => explained.get(place) ?? result);
    };
    if (users.length === 0) return () => Promise.resolve([...planned]);
    return (context) =>
      steps.length > 1 && !context.transaction ? this.database.transaction(context, insert) : insert(context);
  }

  /** Undefined if rows turn out to depend on each other or on another transaction, or if one is to be refused. */
  private async upsert(
    context: Context,
    { by, rows, wanted, results }: PlainUpserts,
    ids: readonly string[],
  ): Promise<SetResult[] | undefined> {
    const stored = await this.storedPasswords(context, by, rows);
    const upserts = rows.map(({ key, username, values: { password, ...values } }, index): UpsertRow => ({
      key,
      username,
      values,
      id: ids[index],
      password: password === null ? noPassword : passwordChange(this.passwords, stored.get(key) ?? null, password),
    }));
    const { made, changed, met, reversed } = await this.repository.upsert(context, by, upserts, this.clock.instant());
    if (reversed) return undefined;
    const all = [...results];
    for (const [index, { place }] of rows.entries()) all[place] = { status: 'created', id: ids[index] };
    let differing = 0;
    for (const [number, id, differs, givenUp] of met ?? []) {
      if (givenUp !== null && wanted.has(givenUp)) return undefined;
      if (differs) differing += 1;
      all[rows[number - 1].place] = { status: differs ? 'changed' : 'unchanged', id };
    }
    return changed === differing && made + (met?.length ?? 0) === rows.length ? (all as SetResult[]) : undefined;
  }

  private async storedPasswords(
    context: Context,
    by: UserKey,
    rows: readonly PlainRow[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = rows.filter(({ values }) => typeof values.password === 'string').map(({ key }) => key);
    return keys.length > 0 ? this.repository.passwords(context, by, keys) : new Map();
  }

  /** For any steps, and any conflicting writers. */
  inOrder(context: Context, steps: readonly UserStep[]): Promise<SetResult[]> {
    const groupIds = distinct(
      steps.flatMap((step) => ('values' in step && step.values.groupId ? [step.values.groupId] : [])),
    );
    return this.writer.write(context, async (inside) => {
      const at = this.clock.instant();
      const [loaded, groups] = await Promise.all([
        this.repository.find(inside, keysOf(steps)),
        this.repository.holdGroups(inside, groupIds),
      ]);
      const batch = new BatchInMemory(loaded, new UserRules(this.ids, this.passwords, at, groups));
      const results = batch.play(steps);
      const { deleted, parked, updated, inserted } = batch.writes();
      return {
        results,
        write: async () => {
          if (deleted.length > 0 && (await this.repository.delete(inside, deleted)) < deleted.length) return false;
          if (parked.length > 0) await this.repository.park(inside, parked);
          if (updated.length > 0 && (await this.repository.update(inside, updated, at)) < updated.length) return false;
          return inserted.length === 0 || (await this.repository.insert(inside, inserted, at)).size === inserted.length;
        },
      };
    });
  }

  /** Users with one of these ids, usernames (in any case) or external ids. Unknown ones are left out. */
  async findByKeys(
    context: Context,
    keys: {
      readonly ids?: readonly string[];
      readonly usernames?: readonly string[];
      readonly externalIds?: readonly string[];
    },
  ): Promise<User[]> {
    const targets: SetTarget<UserKey>[] = [
      ...(keys.ids ?? []).map((value) => ({ by: 'id' as const, value })),
      ...(keys.usernames ?? []).map((value) => ({ by: 'username' as const, value })),
      ...(keys.externalIds ?? []).map((value) => ({ by: 'externalId' as const, value })),
    ];
    const found = await this.repository.find(context, keysOf(targets.map((target) => ({ op: 'delete', target }))));
    return found.map(({ passwordSsha512: _secret, ...user }) => user);
  }
}

function keysOf(steps: readonly UserStep[]): UserKeys {
  const keys = keysOfSteps(steps, keyOfUser, ({ username, externalId }) => [
    ['username', username],
    ['externalId', externalId],
  ]);
  return { ids: keys.ids, usernameKeys: keys.of('username'), externalIds: keys.of('externalId') };
}
