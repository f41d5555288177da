import { OrderedWriter } from '../../src/console/batch/ordered-writer.js';
import { RadiusPasswords } from '../../src/console/passwords/radius-passwords.js';
import { GroupSet } from '../../src/console/user-groups/group-set.js';
import { GroupSetRepository } from '../../src/console/user-groups/group-set.repository.js';
import type { SetResult } from '../../src/console/batch/set-result.js';
import { checkedStep } from '../../src/console/batch/step-keys.js';
import { userFields } from '../../src/console/users/user.dto.js';
import type { NewUser, User, UserValues } from '../../src/console/users/user.js';
import { UserCreations } from '../../src/console/users/user-creations.js';
import { UserSet } from '../../src/console/users/user-set.js';
import { UserSetRepository } from '../../src/console/users/user-set.repository.js';
import { UsersRepository } from '../../src/console/users/users.repository.js';
import { VoucherSet } from '../../src/console/vouchers/voucher-set.js';
import { VoucherSetRepository } from '../../src/console/vouchers/voucher-set.repository.js';
import type { Database } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { Problem } from '../../src/kernel/errors.js';
import type { Chance } from '../../src/kernel/chance.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { CountingIds, ManualClock, SeededChance } from '../kernel/manual-clock.js';

export interface ConsoleSets {
  readonly users: UserSet;
  /** One user a call, as callers of the API make them. */
  readonly creations: UserCreations;
  readonly groups: GroupSet;
  readonly vouchers: VoucherSet;
  readonly clock: ManualClock;
  readonly passwords: RadiusPasswords;
}

/** The set-based classes on a database, with time, ids and chance of the test's own. */
export function consoleSets(database: Database, chance: Chance = new SeededChance()): ConsoleSets {
  const clock = new ManualClock();
  const ids = new CountingIds();
  const writer = new OrderedWriter(database);
  const passwords = new RadiusPasswords(new Secrets([Buffer.alloc(32, 7)], chance), chance);
  const userRows = new UserSetRepository(database);
  const users = new UserSet(database, userRows, passwords, clock, ids, writer);
  return {
    users,
    creations: new UserCreations(users, userRows, new UsersRepository(database, clock), passwords, clock, ids),
    groups: new GroupSet(new GroupSetRepository(database), clock, ids, writer),
    vouchers: new VoucherSet(new VoucherSetRepository(database), clock, ids, chance, writer),
    clock,
    passwords,
  };
}

/** As a caller makes users, changes them and takes them away: values are checked first. */
export function createUsers(users: UserSet, context: Context, rows: readonly NewUser[]): Promise<SetResult[]> {
  return users.apply(
    context,
    rows.map((row) => checkedStep(userFields, row, (values) => ({ op: 'create', values }))),
  );
}

export interface ChangedUser {
  readonly id: string;
  readonly changes: Partial<UserValues>;
  readonly ifRevision?: number;
}

export function changeUsers(users: UserSet, context: Context, rows: readonly ChangedUser[]): Promise<SetResult[]> {
  return users.apply(
    context,
    rows.map(({ id, changes, ifRevision }) =>
      checkedStep(userFields, changes, (values) => ({
        op: 'update',
        target: { by: 'id', value: id },
        values,
        ifRevision,
      })),
    ),
  );
}

export function deleteUsers(users: UserSet, context: Context, ids: readonly string[]): Promise<SetResult[]> {
  return users.apply(
    context,
    ids.map((id) => ({ op: 'delete', target: { by: 'id', value: id } })),
  );
}

/** One user a call, as callers of the API make them. */
export async function createUser(creations: UserCreations, context: Context, wanted: NewUser): Promise<User> {
  const { values, errors } = userFields.check(wanted);
  if (errors.length > 0) throw Problem.invalid(errors);
  return creations.create(context, { ...values, username: values.username ?? '' });
}
