import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Database } from '../../database/database.js';
import { RadiusPasswords } from '../passwords/radius-passwords.js';
import { OrderedWriter } from '../set/ordered-writer.js';
import type { SetResult, SetTarget } from '../set/set-result.js';
import { checkedStep, distinct, keysOfSteps } from '../set/step-keys.js';
import { type CheckedStep, BatchInMemory } from '../set/batch-in-memory.js';
import { type NewUser, type User, type UserChange, type UserKey, type UserValues } from './user.js';
import { userFields } from './user.dto.js';
import { type PlainRow, type PlainUpserts, plainUpserts } from './plain-upserts.js';
import { keyOfUser, noPassword, passwordChange, UserRules } from './user-rules.js';
import { type UserKeys, UserSetRepository } from './user-set.repository.js';
import type { UpsertRow } from './user-upsert.statements.js';

export type UserStep = CheckedStep<UserValues, UserKey>;

/**
 * Users by the hundred: a few statements a call, however many rows. Joins the context's transaction; without one the
 * call has one of its own. One result for each row, in order; a row that fails leaves the others and the transaction
 * whole.
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

  /** created | conflict (`id`: who has the name or external id) | invalid. One statement when no name is taken. */
  async createMany(context: Context, rows: readonly NewUser[]): Promise<SetResult[]> {
    if (rows.length > 1 && !context.transaction)
      return this.database.transaction(context, (inside) => this.createMany(inside, rows));
    const steps = rows.map((row): UserStep => checkedStep(userFields, row, (values) => ({ op: 'create', values })));
    const at = this.clock.instant();
    const bench = new BatchInMemory([], new UserRules(this.ids, this.passwords, at, null));
    const results = bench.play(steps);
    if (results.some(({ status }) => status === 'conflict')) return this.apply(context, steps);
    const wanted = bench.writes().inserted;
    const inserted = wanted.length > 0 ? await this.repository.insert(context, wanted, at) : new Set<string>();
    // Rows of one batch do not compete here, so those that met an existing user can be explained by themselves.
    const open = [...results.entries()]
      .filter(([, result]) => result.status === 'created' && !inserted.has(result.id))
      .map(([index]) => index);
    const explained =
      open.length > 0
        ? await this.apply(
            context,
            open.map((index) => steps[index]),
          )
        : [];
    for (const [place, index] of open.entries()) results[index] = explained[place];
    return results;
  }

  /**
   * changed | unchanged | not_found | conflict | stale | invalid. In order: a row may take the name that an earlier one
   * gave up, and not the one that a later one will. Setting the password that is set already changes nothing.
   */
  changeMany(context: Context, rows: readonly UserChange[]): Promise<SetResult[]> {
    return this.apply(
      context,
      rows.map(({ id, changes, password, ifRevision }): UserStep =>
        checkedStep(userFields, { ...changes, password }, (values) => ({
          op: 'update',
          target: { by: 'id', value: id },
          values,
          ifRevision,
        })),
      ),
    );
  }

  /** deleted | not_found. */
  deleteMany(context: Context, ids: readonly string[]): Promise<SetResult[]> {
    return this.apply(
      context,
      ids.map((id) => ({ op: 'delete', target: { by: 'id', value: id } })),
    );
  }

  /** Creates, changes, upserts and deletes in this order, each seeing what those before it did. */
  apply(context: Context, steps: readonly UserStep[]): Promise<SetResult[]> {
    return this.prepare(steps)(context);
  }

  /** The same in two moves: what can be done without the database is done, the rest is for the transaction. */
  prepare(steps: readonly UserStep[]): (context: Context) => Promise<SetResult[]> {
    const plain = plainUpserts(steps);
    if (!plain) return (context) => this.play(context, steps);
    const ids = plain.rows.map(() => this.ids.next());
    return (context) =>
      this.database.transaction(
        context,
        async (inside) =>
          (await this.writer.attempt(inside, () => this.upsert(inside, plain, ids))) ?? this.play(inside, steps),
      );
  }

  /**
   * Undefined when the rows turn out to depend on each other, or on what another transaction does; or when one of them
   * is to be refused.
   */
  private async upsert(
    context: Context,
    { by, rows, wanted, results }: PlainUpserts,
    ids: readonly string[],
  ): Promise<SetResult[] | undefined> {
    const stored = await this.storedPasswords(context, by, rows);
    const wishes = rows.map(({ key, username, values: { password, ...values } }, index): UpsertRow => ({
      key,
      username,
      values,
      id: ids[index],
      password: password === null ? noPassword : passwordChange(this.passwords, stored.get(key) ?? null, password),
    }));
    const { made, changed, met, reversed } = await this.repository.upsert(context, by, wishes, this.clock.instant());
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

  private play(context: Context, steps: readonly UserStep[]): Promise<SetResult[]> {
    const groupIds = distinct(
      steps.flatMap((step) => ('values' in step && step.values.groupId ? [step.values.groupId] : [])),
    );
    return this.writer.write(context, async (inside) => {
      const at = this.clock.instant();
      const [loaded, groups] = await Promise.all([
        this.repository.find(inside, keysOf(steps)),
        this.repository.holdGroups(inside, groupIds),
      ]);
      const bench = new BatchInMemory(loaded, new UserRules(this.ids, this.passwords, at, groups));
      const results = bench.play(steps);
      const { deleted, parked, updated, inserted } = bench.writes();
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

  /**
   * Users that have one of these ids, usernames (without regard to case) or external ids. Unknown ones are left out.
   */
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
