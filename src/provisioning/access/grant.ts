import type { Instant } from '../../kernel/clock.js';

/** The window in which a grant holds, and what follows it. */
export interface GrantWindow {
  /** Null: no start. */
  readonly validFrom: Instant | null;
  /** Null: until something changes. */
  readonly validUntil: Instant | null;
}

/** The window of one record's facts, or why there is none. */
export type WindowOutcome =
  | ({ readonly kind: 'window' } & GrantWindow)
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'problem'; readonly field: string; readonly detail: string };

/** What the access settings make of one record's facts. */
export type Grant =
  | { readonly kind: 'none'; readonly reason: string }
  /** The record cannot be turned into access (an empty username, say): reported, present access stays as it is. */
  | { readonly kind: 'problem'; readonly field: string; readonly detail: string }
  | ({
      readonly kind: 'user';
      readonly username: string;
      /** `usernameKey(username)`: what makes two usernames the same account. */
      readonly accountKey: string;
      /** What earlier versions made of the same facts, where that differs: an account that has such a name keeps it. */
      readonly formerUsernames?: readonly string[];
      readonly password:
        | { readonly kind: 'value'; readonly value: string; readonly former?: readonly string[] }
        | { readonly kind: 'generate' }
        | null;
      /**
       * Of a record that stands for one person: their number in the outside system, null without one. Absent where
       * accounts go from one to the next: those of rooms, stays and visits.
       */
      readonly personNumber?: string | null;
      readonly groupName: string;
      /** Position of the group rule that won: when several records share an account, the lowest is the best. */
      readonly groupRank?: number;
      readonly maxDevices: number | null;
      readonly firstName: string | null;
      readonly lastName: string | null;
      readonly email: string | null;
      readonly phone: string | null;
      readonly onEnd: 'disable' | 'delete';
      readonly deleteAfterSeconds: number | null;
      readonly onConflict: 'dispute' | 'suffix';
    } & GrantWindow)
  | ({
      readonly kind: 'voucher';
      readonly groupName: string;
      readonly count: number;
      readonly durationSeconds: number | null;
      readonly maxDevices: number | null;
    } & GrantWindow);

export type UserGrant = Extract<Grant, { kind: 'user' }>;
export type VoucherGrant = Extract<Grant, { kind: 'voucher' }>;
