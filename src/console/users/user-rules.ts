import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { RadiusPasswords } from '../passwords/radius-passwords.js';
import type { RecordRules } from '../batch/batch-in-memory.js';
import type { SetTarget } from '../batch/set-result.js';
import { userTable } from './user.entity.js';
import type { UserFields, UserKey, UserRecord, UserValues } from './user.js';
import { usernameKey } from '../../kernel/username-key.js';

const usual = userTable.usual as Omit<UserFields, 'username'>;

export const noPassword = { ntHashSealed: null, passwordSsha512: null };

export function keyOfUser(key: UserKey, value: string): string {
  return key === 'username' ? usernameKey(value) : value.normalize('NFC').trim();
}

/** Turns checked values of a batch into users, at the time `at`. */
export class UserRules implements RecordRules<UserRecord, UserValues, UserKey> {
  constructor(
    private readonly ids: Ids,
    private readonly passwords: RadiusPasswords,
    private readonly at: Instant,
    /** Groups known to exist; null: the database checks. */
    private readonly groups: ReadonlySet<string> | null,
  ) {}

  create({ password, ...values }: Partial<UserValues>): UserRecord | readonly FieldProblem[] {
    const { username } = values;
    if (username === undefined) return [{ pointer: '#/username', detail: 'is required' }];
    const stored = password ? this.passwords.store(password) : noPassword;
    const row = {
      ...usual,
      ...values,
      ...stored,
      username,
      id: this.ids.next(),
      revision: 1,
      createdAt: this.at,
      updatedAt: this.at,
    };
    return periodProblem(row, values) ?? this.groupProblem(row.groupId) ?? row;
  }

  change(row: UserRecord, { password, ...values }: Partial<UserValues>): UserRecord | readonly FieldProblem[] {
    const names = Object.keys(values) as (keyof typeof values)[];
    const newPassword = passwordChange(this.passwords, row.passwordSsha512, password);
    if (!newPassword && names.every((name) => values[name] === row[name])) return row;
    const problem =
      periodProblem({ ...row, ...values }, values) ??
      (values.groupId === row.groupId ? undefined : this.groupProblem(values.groupId));
    return problem ?? { ...row, ...values, ...newPassword, revision: row.revision + 1, updatedAt: this.at };
  }

  keys({ username, externalId }: UserRecord): (readonly [UserKey, string])[] {
    const name = ['username', usernameKey(username)] as const;
    return externalId === null ? [name] : [name, ['externalId', externalId]];
  }

  keyOf(key: UserKey, value: string): string {
    return keyOfUser(key, value);
  }

  valuesOf(target: SetTarget<UserKey>): Partial<UserValues> {
    return { [target.by]: target.value.normalize('NFC').trim() };
  }

  taken(key: UserKey): string {
    return key === 'username' ? 'A user with this username exists' : 'A user with this external_id exists';
  }

  private groupProblem(groupId: string | null | undefined): FieldProblem[] | undefined {
    if (!groupId || !this.groups || this.groups.has(groupId)) return undefined;
    return [{ pointer: '#/table_id', detail: `There is no user group ${groupId}` }];
  }
}

/** The new stored form of a password. Undefined if it stays, since setting the present password changes nothing. */
export function passwordChange(
  passwords: RadiusPasswords,
  stored: string | null,
  wanted: string | null | undefined,
): { ntHashSealed: Buffer | null; passwordSsha512: string | null } | undefined {
  if (wanted === undefined) return undefined;
  if (wanted === null) return stored === null ? undefined : noPassword;
  return stored !== null && passwords.matches(wanted, stored) ? undefined : passwords.store(wanted);
}

/** Start and end of a record's period; null: no limit on that side. */
interface Period {
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
}

/**
 * The error in a record's period if `written` changes it: the end must come after the start, whichever half was stored
 * before. Undefined if `written` does not mention it: an older period must not block other changes.
 */
function periodProblem({ validFrom, validUntil }: Period, written: Partial<Period>): FieldProblem[] | undefined {
  if (written.validFrom === undefined && written.validUntil === undefined) return undefined;
  if (validFrom === null || validUntil === null || validFrom < validUntil) return undefined;
  return written.validUntil === undefined
    ? [{ pointer: '#/valid_from', detail: `must be before valid_until, which is ${validUntil}` }]
    : [{ pointer: '#/valid_until', detail: `must be after valid_from, which is ${validFrom}` }];
}
