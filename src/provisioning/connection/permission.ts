import type { StoredConnection } from './stored-connection.js';

/** Code of a quarantine that the console caused: nothing can be written until it is lifted. */
export const consoleRefusedCode = 'console_refused';

export type WritePermission = 'all' | 'revocations' | 'nothing';

/**
 * What may be written for a connection now. A quarantine caused by the outside system stops new facts, not the effects
 * of known ones.
 */
export function permissionOf(
  connection: Pick<StoredConnection, 'status' | 'pause' | 'quarantine' | 'closing'> | undefined,
): WritePermission {
  if (connection?.closing) return 'all';
  if (!connection || connection.status === 'setup' || connection.status === 'disabled') return 'nothing';
  if (connection.pause === 'all') return 'nothing';
  if (connection.status === 'quarantined' && connection.quarantine?.code === consoleRefusedCode) return 'nothing';
  return connection.pause === 'grants' ? 'revocations' : 'all';
}

export function isPermitted(operation: { readonly revokes: boolean }, permission: WritePermission): boolean {
  return permission === 'all' || (permission === 'revocations' && operation.revokes);
}
