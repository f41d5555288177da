import type { Instant } from '../../kernel/clock.js';
import type { Revision } from '../set/set-result.js';

/** What a client or the provisioning engine may say about a user. */
export interface UserFields {
  /** NFC, trimmed, 1 to 253 characters; unique in its organization without regard to case. */
  readonly username: string;
  readonly groupId: string | null;
  readonly disabled: boolean;
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
  /** 1 to 10,000; null: no limit of its own. */
  readonly maxDevices: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly comment: string | null;
  /** The caller's own id; unique in its organization. */
  readonly externalId: string | null;
  /** The connection that manages this user; null: managed by hand. */
  readonly sourceConnectionId: string | null;
}

/** `password`: absent keeps what there is, null takes it away. It is stored as hashes only. */
export interface UserValues extends UserFields {
  readonly password: string | null;
}

export type NewUser = Partial<UserValues> & { readonly username: string };

export interface UserChange {
  readonly id: string;
  readonly changes: Partial<UserFields>;
  readonly password?: string | null;
  /** Refuses the change (`stale`) unless the record still has this revision. */
  readonly ifRevision?: Revision;
}

export interface User extends UserFields {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type UserKey = 'username' | 'externalId';

/** Two usernames with the same key are one user. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}
