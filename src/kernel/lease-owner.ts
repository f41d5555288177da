import type { Ids } from './ids.js';
import { isGone, processName } from './process-name.js';

/**
 * What a lease on a row names: one worker of this process, of which others on the machine can tell whether it still
 * lives.
 */
export function newLeaseOwner(ids: Ids): string {
  return `${processName} ${ids.next()}`;
}

/**
 * True only when it is certain: whoever was killed on this very machine needs no waiting for until the lease is over.
 */
export function isOwnerGone(owner: string): boolean {
  return isGone(owner.split(' ')[0]);
}
