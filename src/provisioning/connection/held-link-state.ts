import type { HeldLinkState } from '../connector/connector.js';
import type { Connection } from './connection.js';

/** The link of a connection that works, while some process holds it. */
export function heldLinkStateOf({
  enabled,
  status,
  link,
}: Pick<Connection, 'enabled' | 'status' | 'link'>): HeldLinkState | undefined {
  if (!enabled || status === 'disabled' || status === 'quarantined' || link?.state !== 'connected') return undefined;
  return { detail: link.detail, lastHeardAt: link.lastHeardAt };
}
