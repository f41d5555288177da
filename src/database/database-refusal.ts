import { QueryFailedError } from 'typeorm';
import { type DatabaseRefusal, DatabaseUnavailable } from '../kernel/database-unavailable.js';

/**
 * https://www.postgresql.org/docs/current/errcodes-appendix.html. 57014 is not among them: a statement that was
 * cancelled, or took too long, is that statement's own fault.
 */
const refusals: readonly (readonly [RegExp, DatabaseRefusal])[] = [
  [/^53100$/, 'disk_full'],
  [/^53300$/, 'out_of_connections'],
  [/^53...$/, 'out_of_memory'],
  [/^25006$/, 'read_only'],
  [/^57P0[1-5]$/, 'stopping'],
  [/^08...$/, 'unreachable'],
  [/^58...$/, 'failing'],
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

/** What the driver says without a code. */
const lostWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Client network socket disconnected|The server does not support SSL)/;

/**
 * `error` as DatabaseUnavailable where it tells of the database's state; undefined where it tells of what was asked.
 */
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

/**
 * A connection that could not even be opened: whatever the reason, nothing that was to be asked has anything to do with
 * it.
 */
export function connectRefusal(error: unknown): DatabaseUnavailable {
  const code = (error as { code?: unknown } | undefined)?.code;
  return databaseRefusal(error) ?? new DatabaseUnavailable('unreachable', typeof code === 'string' ? code : '', error);
}
