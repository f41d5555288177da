import { OrderedWriter } from '../../src/console/set/ordered-writer.js';
import { RadiusPasswords } from '../../src/console/passwords/radius-passwords.js';
import { GroupSet } from '../../src/console/user-groups/group-set.js';
import { GroupSetRepository } from '../../src/console/user-groups/group-set.repository.js';
import { UserCreations } from '../../src/console/users/user-creations.js';
import { UserSet } from '../../src/console/users/user-set.js';
import { UserSetRepository } from '../../src/console/users/user-set.repository.js';
import { UsersRepository } from '../../src/console/users/users.repository.js';
import { VoucherSet } from '../../src/console/vouchers/voucher-set.js';
import { VoucherSetRepository } from '../../src/console/vouchers/voucher-set.repository.js';
import type { Database } from '../../src/database/database.js';
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
    creations: new UserCreations(users, userRows, new UsersRepository(database), passwords, clock, ids),
    groups: new GroupSet(new GroupSetRepository(database), clock, ids, writer),
    vouchers: new VoucherSet(new VoucherSetRepository(database), clock, ids, chance, writer),
    clock,
    passwords,
  };
}
