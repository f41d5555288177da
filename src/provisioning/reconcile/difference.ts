import type { UserSpec } from '../wifi-console/port/wifi-console.js';
import type { AppliedUser, UserBinding } from '../identity/account.js';

const userFields = [
  'username',
  'passwordFingerprint',
  'groupName',
  'disabled',
  'validFrom',
  'validUntil',
  'maxDevices',
  'firstName',
  'lastName',
  'email',
  'phone',
  'comment',
] as const satisfies readonly (keyof UserSpec)[];

/** Only the fields that differ from what the console was last told; all fields when that is unknown. */
export function changedFields(
  { applied, state }: Pick<UserBinding, 'applied' | 'state'>,
  wanted: UserSpec,
): Partial<UserSpec> {
  return pick(
    wanted,
    userFields.filter((field) => state === 'unknown' || applied[field] !== wanted[field]),
  );
}

/** The fields of the first write to an account that somebody else made: never its name, password or person. */
export function adoptionFields(wanted: UserSpec): Partial<UserSpec> {
  return pick(wanted, ['groupName', 'disabled', 'validFrom', 'validUntil', 'maxDevices']);
}

export function specOf(applied: AppliedUser): UserSpec {
  return pick(applied, userFields) as UserSpec;
}

/** For the log and for plans: the API's field names; of the password only that it is set. */
export function described(fields: Partial<UserSpec>): Record<string, unknown> {
  const { passwordFingerprint, ...rest } = pick(
    fields,
    userFields.filter((field) => fields[field] !== undefined),
  );
  const named = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  return passwordFingerprint === undefined
    ? named
    : { ...named, password: passwordFingerprint === null ? null : 'set' };
}

function pick(from: Partial<UserSpec>, fields: readonly (keyof UserSpec)[]): Partial<UserSpec> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}
