import type { Instant } from '../../kernel/clock.js';
import type { Revision } from '../set/set-result.js';

/** What a member's session is given, in the words of API and column. Absent: nothing is said about it. */
export interface GroupPolicy {
  /** VLAN number or name. */
  readonly vlan?: string;
  /** Bits per second. */
  readonly bandwidth_down?: number;
  readonly bandwidth_up?: number;
  /** Seconds. */
  readonly session_timeout?: number;
  readonly idle_timeout?: number;
  readonly simultaneous_use?: number;
  readonly daily_quota_bytes?: number;
  /** FreeRADIUS syntax, such as `Wk0800-1800,Sa`. */
  readonly login_time?: string;
  /** Seconds. */
  readonly acct_interim_interval?: number;
}

export interface GroupFields {
  /** NFC, trimmed, 1 to 128 characters; unique in its organization without regard to case. */
  readonly name: string;
  readonly comment: string | null;
  readonly priority: number;
  readonly policy: GroupPolicy;
  readonly externalId: string | null;
  readonly sourceConnectionId: string | null;
}

export type NewGroup = Partial<GroupFields> & { readonly name: string };

export interface UserGroupChange {
  readonly id: string;
  readonly changes: Partial<GroupFields>;
  readonly ifRevision?: Revision;
}

export interface UserGroup extends GroupFields {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function groupNameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

export type GroupKey = 'name' | 'externalId';
