import { listedRows, type SentRows } from './listed-rows.js';
import { rowTypes } from './row-types.js';

/** A prepared statement. `name` is unique in the program, so each connection parses it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly isReplanned?: boolean;
  /** It changes nothing, so a standby may answer it. */
  readonly isRead?: boolean;
  /**
   * How long to wait for a lock that another transaction holds before failing with 55P03; absent: for ever. Only in a
   * transaction of its own.
   */
  readonly patienceMilliseconds?: number;
  /** What is sent instead where tables are distributed by organization; absent: the same. */
  readonly distributed?: string;
  /** The same for a few rows, where tables are distributed. Undefined: there are too many. */
  readonly ofFew?: (values: readonly unknown[]) => SentRows | undefined;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/**
 * A statement over arrays of keys or rows, planned anew at each call. Trap: for a named statement PostgreSQL keeps the
 * plan it made while the table was small until the next ANALYZE, which made an import into an empty organization a
 * hundred times slower. Planning takes 0.2 ms, a thousand rows take 10.
 */
export function replanned(name: string, text: string): Statement {
  return { name, text, isReplanned: true };
}

/**
 * An insert of rows made by a function. Citus would write them by COPY, which row-level security forbids, unless
 * something is returned of them; on a single PostgreSQL that costs some per cent.
 */
export function copied(name: string, text: string): Statement {
  return { name, text, distributed: `${text}\n  returning 1 as written` };
}

/** An insert of rows from JSON: where tables are distributed, a few are sent as a list of values. */
export function listed(statement: Statement): Statement {
  const ofFew = listedRows(statement.text);
  return { ...statement, ofFew };
}

/**
 * The same where tables are distributed: with the organization in plain sight, by which Citus finds its shard, and
 * without `offset 0`, by which its planner has crashed (13.2.2).
 */
export function inPlainSight(statement: Statement, ...changes: readonly (readonly [string, string])[]): Statement {
  const plain = statement.text.replaceAll('(select $1::uuid)', '$1::uuid').replaceAll(/\s+offset 0\b/g, '');
  const distributed = changes.reduce((text, [hidden, seen]) => text.replaceAll(hidden, seen), plain);
  return { ...statement, distributed };
}

/** The same where tables are distributed, in words that Citus can send to one shard, or to all. */
export function saidOtherwise(statement: Statement, distributed: string): Statement {
  return { ...statement, distributed };
}

/** What is sent of a statement. */
export function sent(
  { name, text, isReplanned, distributed = text, ofFew }: Statement,
  values: readonly unknown[],
  { prepares, isDistributed }: { readonly prepares?: boolean; readonly isDistributed?: boolean },
) {
  const few = isDistributed ? ofFew?.(values) : undefined;
  if (few) return { name: '', text: few.text, values: few.values as unknown[], types: rowTypes };
  return {
    name: isReplanned || prepares === false ? '' : name,
    text: isDistributed ? distributed : text,
    values: values as unknown[],
    types: rowTypes,
  };
}
