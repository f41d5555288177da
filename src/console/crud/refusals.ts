import { violatedConstraint } from '../../database/database.js';
import { Problem } from '../../kernel/errors.js';

/** What a table's constraints mean to a caller. */
export interface Meanings {
  /** Detail of the 409, by unique constraint. */
  readonly taken?: Readonly<Record<string, string>>;
  /** By foreign key: the field that names the other record, and that record's kind. */
  readonly missing?: Readonly<Record<string, readonly [field: string, what: string]>>;
}

/** For `.catch(...)` of a write: turns broken constraints into Problems and passes everything else on. */
export function refusals({ taken = {}, missing = {} }: Meanings): (error: unknown) => never {
  return (error) => {
    const constraint = violatedConstraint(error);
    if (Object.hasOwn(taken, constraint)) throw new Problem('conflict', taken[constraint]);
    if (!Object.hasOwn(missing, constraint)) throw error;
    const [field, what] = missing[constraint];
    throw Problem.invalidField(field, `is the id of no ${what} of this organization`);
  };
}

/** Throws `conflict` naming the records that use this one, at most ten of each kind. Does nothing if there are none. */
export function requireUnused(what: string, users: Readonly<Record<string, readonly string[]>>): void {
  const using = Object.entries(users).filter(([, names]) => names.length > 0);
  if (using.length === 0) return;
  const list = using.map(([kind, names]) => `the ${kind.replaceAll('_', ' ')} ${names.join(', ')}`).join(' and ');
  throw new Problem('conflict', `The ${what} is used by ${list}: change or delete them first`, [], {
    used_by: Object.fromEntries(using),
  });
}
