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
