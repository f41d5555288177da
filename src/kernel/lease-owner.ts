import type { Ids } from './ids.js';
import { isGone, processName } from './process-name.js';

/**
 * The owner that a lease names: one worker of this process. Other processes on the machine can tell whether it is still
 * alive.
 */
export function newLeaseOwner(ids: Ids): string {
  return `${processName} ${ids.next()}`;
}

/** True only when certain: the lease of a process killed on this machine can be taken at once. */
export function isOwnerGone(owner: string): boolean {
  return isGone(owner.split(' ')[0]);
}
