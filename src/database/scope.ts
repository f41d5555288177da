import type { Context } from '../kernel/context.js';
import { isUuid } from '../kernel/ids.js';
import type { Database } from './database.js';

/**
 * Runs `work` in the context's transaction with the rows of another organization, and goes back to its own. Where it
 * fails, the transaction fails. SET and not set_config, which stays on one node where tables are distributed.
 */
export async function inScopeOf<T>(
  database: Database,
  inside: Context,
  organizationId: string,
  work: (there: Context) => Promise<T>,
): Promise<T> {
  const there = { ...inside, organizationId };
  await database.query(there, scope(organizationId));
  const result = await work(there);
  await database.query(inside, scope(inside.organizationId));
  return result;
}

function scope(organizationId: string) {
  if (!isUuid(organizationId)) throw new Error('A scope is changed between organizations');
  return { name: '', text: `set local usher.organization_id = '${organizationId}'` };
}
