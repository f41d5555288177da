/** Why the database refuses everything it is asked. */
export type DatabaseRefusal =
  | 'unreachable'
  | 'out_of_connections'
  | 'stopping'
  | 'read_only'
  | 'disk_full'
  | 'out_of_memory'
  | 'failing'
  | 'prepared_statements_lost';

const meanings: Readonly<Record<DatabaseRefusal, string>> = {
  unreachable: 'The database cannot be reached',
  out_of_connections:
    'The database gives no more connections (max_connections, or a limit of the role or the database): requests wait ' +
    'for those that are open',
  stopping: 'The database is starting or stopping',
  read_only: 'The database takes no writes (a standby, or default_transaction_read_only)',
  disk_full: 'The disk of the database is full',
  out_of_memory: 'The database is out of memory, or at a limit of its configuration',
  failing: 'The database cannot read or write its files',
  prepared_statements_lost:
    'A pooler before the database loses prepared statements (USHER_PREPARED_STATEMENTS=false goes without)',
};

/**
 * The database is in a state in which it would refuse anything. This says nothing about the event, job or row at hand:
 * the caller waits, asks again and counts no attempt. `code` is the SQLSTATE, if there is one.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(
    readonly refusal: DatabaseRefusal,
    readonly code: string,
    cause?: unknown,
  ) {
    super(meanings[refusal], { cause });
  }
}
