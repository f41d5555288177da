import type { Context } from '../../../kernel/context.js';
import type { StoredConnection } from '../../connection/stored-connection.js';

/** The directory that calls: one connection of one organization. First argument of everything below. */
export interface ScimCaller {
  readonly context: Context;
  readonly connection: StoredConnection;
  /** Address of the service, as links begin: `https://…/scim/v2`. */
  readonly base: string;
}

/** The same within a transaction. */
export function inside(caller: ScimCaller, context: Context): ScimCaller {
  return { ...caller, context };
}
