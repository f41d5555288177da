import { QueryFailedError } from 'typeorm';
import { type DatabaseRefusal, DatabaseUnavailable } from '../kernel/database-unavailable.js';

/**
 * https://www.postgresql.org/docs/current/errcodes-appendix.html. 57014 is not among them: a statement that was
 * cancelled or timed out is itself at fault.
 */
const refusals: readonly (readonly [RegExp, DatabaseRefusal])[] = [
  [/^53100$/, 'disk_full'],
  [/^53300$/, 'out_of_connections'],
  [/^53...$/, 'out_of_memory'],
  [/^25006$/, 'read_only'],
  [/^57P0[1-5]$/, 'stopping'],
  [/^08...$/, 'unreachable'],
  [/^58...$/, 'failing'],
  // Only behind a pooler: a connection knows its own prepared statements.
  [/^(26000|42P05)$/, 'prepared_statements_lost'],
];

const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EMFILE',
  'ENFILE',
]);

/** The driver's messages that have no code. */
const lostWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Client network socket disconnected|The server does not support SSL)/;

/** `error` as DatabaseUnavailable when it is about the database's state; undefined when it is about the statement. */
export function databaseRefusal(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof Error)) return undefined;
  const cause =
    error instanceof QueryFailedError
      ? (error.driverError as Error & { code?: unknown })
      : (error as Error & { code?: unknown });
  const code = typeof cause.code === 'string' ? cause.code : '';
  const known = refusals.find(([pattern]) => pattern.test(code))?.[1];
  if (known) return new DatabaseUnavailable(known, code, error);
  return socketErrors.has(code) || lostWords.test(cause.message)
    ? new DatabaseUnavailable('unreachable', code, error)
    : undefined;
}

/** A connection could not be opened: whatever the reason, the statement is not at fault. */
export function connectRefusal(error: unknown): DatabaseUnavailable {
  const code = (error as { code?: unknown } | undefined)?.code;
  return databaseRefusal(error) ?? new DatabaseUnavailable('unreachable', typeof code === 'string' ? code : '', error);
}
