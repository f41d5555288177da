import type { Context } from '../../../kernel/context.js';
import type { StoredConnection } from '../../connection/stored-connection.js';

/** The calling directory: one connection of one organization. First argument of every function below. */
export interface ScimCaller {
  readonly context: Context;
  readonly connection: StoredConnection;
  /** Base address for links: `https://…/scim/v2`. */
  readonly base: string;
}

/** The same within a transaction. */
export function inside(caller: ScimCaller, context: Context): ScimCaller {
  return { ...caller, context };
}
