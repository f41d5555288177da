import { QueryFailedError } from 'typeorm';

interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
  readonly message?: string;
}

/** SQLSTATE of a database error, '' for anything else. */
export function sqlState(error: unknown): string {
  const code = driverErrorOf(error)?.code;
  return typeof code === 'string' ? code : '';
}

/** On a shard, a constraint's name ends with the shard's number; no name of ours ends with one. */
const shardNumber = /_\d+$/;
/** Citus passes a worker's words on, without the fields beside them. */
const named = / constraint "([^"]+)"/;

/** Name of the violated unique or foreign key constraint, '' otherwise. */
export function violatedConstraint(error: unknown): string {
  if (!['23505', '23503', '23514'].includes(sqlState(error))) return '';
  const { constraint, message = '' } = driverErrorOf(error) ?? {};
  return (constraint ?? named.exec(message)?.[1] ?? '').replace(shardNumber, '');
}

/** After a failover a connection may still lead to the old server; a new one finds the new server. */
export const readOnly = '25006';

export function isBrokenConnection(error: unknown): boolean {
  const state = sqlState(error);
  if (state === readOnly) return true;
  // 5-character SQLSTATEs come from a living server, except class 57 (shutdown) and 08 (connection).
  return !/^[0-9A-Z]{5}$/.test(state) || state.startsWith('57P') || state.startsWith('08');
}

/** Deadlocks and serialization failures are retried, and what waited for shards that have become others. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isRepeatable = ['40001', '40P01'].includes(sqlState(error)) || isOfReplacedShard(error);
      if (count >= 5 || !isRepeatable) throw error;
    }
  }
}

/**
 * Of a Citus: what was planned for a shard that a tenant's isolation has replaced since. Nothing of it was carried out.
 * https://github.com/citusdata/citus/blob/v13.2.2/src/backend/distributed/executor/citus_custom_scan.c
 */
function isOfReplacedShard(error: unknown): boolean {
  const message = driverErrorOf(error)?.message ?? '';
  return /^(?:shard for the given value does not exist|could not find valid entry for shard )/.test(message);
}

function driverErrorOf(error: unknown): DriverError | undefined {
  return error instanceof QueryFailedError ? (error.driverError as DriverError) : (error as DriverError | undefined);
}
