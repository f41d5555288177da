import type { SetResult } from '../batch/set-result.js';
import type { UserKey, UserStep, UserValues } from './user.js';
import { keyOfUser } from './user-rules.js';

/** One user that is to have these values, whether or not it exists. */
export interface PlainRow {
  /** Index of its step. */
  readonly place: number;
  readonly key: string;
  /** Username of a new user. */
  readonly username: string;
  readonly values: Partial<UserValues>;
}

/** Independent rows that identify their user by the same kind of key. */
export interface PlainUpserts {
  readonly by: UserKey;
  readonly rows: readonly PlainRow[];
  /** Keys of the other kind that rows want. If a user gives one of these up, the order of rows matters. */
  readonly wanted: ReadonlySet<string>;
  /** A result for each step that could not be read; undefined for the others. */
  readonly results: readonly (SetResult | undefined)[];
}

/**
 * The steps as rows for one statement, if their order cannot matter: upserts by username or by external id, each key
 * once. Undefined for anything else, which the batch in memory handles. An import is thousands of these.
 */
export function plainUpserts(steps: readonly UserStep[]): PlainUpserts | undefined {
  const first = steps.find((step) => step.op !== 'invalid');
  if (first?.op !== 'upsert' || first.target.by === 'id') return undefined;
  const { by } = first.target;
  const rows: PlainRow[] = [];
  const keys = new Set<string>();
  const wanted = new Set<string>();
  let others = 0;
  for (const [place, step] of steps.entries()) {
    if (step.op === 'invalid') continue;
    if (step.op !== 'upsert' || step.target.by !== by) return undefined;
    const key = keyOfUser(by, step.target.value);
    const { [by]: renamed, [otherKey(by)]: other } = step.values;
    const username =
      step.values.username ?? (by === 'username' ? step.target.value.normalize('NFC').trim() : undefined);
    const isRenamed = renamed !== undefined && (renamed === null || keyOfUser(by, renamed) !== key);
    if (username === undefined || isRenamed || key.includes('\0') || keys.has(key)) return undefined;
    keys.add(key);
    if (other) {
      wanted.add(keyOfUser(otherKey(by), other));
      others += 1;
    }
    rows.push({ place, key, username, values: step.values });
  }
  if (wanted.size < others) return undefined;
  return {
    by,
    rows,
    wanted,
    results: steps.map((step) => (step.op === 'invalid' ? { status: 'invalid', errors: step.errors } : undefined)),
  };
}

function otherKey(by: UserKey): UserKey {
  return by === 'username' ? 'externalId' : 'username';
}
