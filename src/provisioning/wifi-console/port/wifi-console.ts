import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

/** What one account should look like in a console. The password itself travels beside it, only when it changes. */
export interface UserSpec {
  readonly username: string;
  /** Keyed hash of the wanted password, so a change can be seen without keeping the password; null: none wanted. */
  readonly passwordFingerprint: string | null;
  readonly groupName: string | null;
  readonly disabled: boolean;
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
  readonly maxDevices: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly comment: string | null;
}

export interface VoucherSpec {
  readonly groupName: string;
  readonly count: number;
  readonly durationSeconds: number | null;
  readonly validUntil: Instant | null;
  readonly maxDevices: number | null;
}

/** One wish to a console. `id` is the same for the same wish, however often it is repeated. */
export type ConsoleOperation = { readonly id: string } &
  /**
   * `externalId` (the identity's id) lets a console that keeps it recognise a repeated creation; `connectionId`: who
   * manages it.
   */
  (
    | {
        readonly kind: 'create_user';
        readonly user: UserSpec;
        readonly password: string | null;
        readonly groupId: string | null;
        readonly externalId: string;
        readonly connectionId?: string;
      }
    | {
        readonly kind: 'change_user';
        readonly remoteId: string;
        readonly changes: Partial<UserSpec>;
        readonly password: string | null;
        readonly groupId: string | null;
      }
    | { readonly kind: 'delete_user'; readonly remoteId: string }
    | {
        readonly kind: 'create_vouchers';
        readonly voucher: VoucherSpec;
        readonly groupId: string;
        readonly externalId: string;
        readonly connectionId?: string;
      }
    | { readonly kind: 'revoke_voucher'; readonly remoteId: string }
  );

export type ConsoleOperationKind = ConsoleOperation['kind'];

export type OperationOutcome =
  | {
      readonly status: 'done';
      readonly remoteId: string;
      readonly vouchers?: readonly { readonly remoteId: string; readonly code: string }[];
    }
  /** Another account has that name: nothing was touched. */
  | { readonly status: 'taken'; readonly remoteId: string | null }
  /** What was to be changed does not exist (any more). For a deletion that is done. */
  | { readonly status: 'gone' }
  /** The console says no and would say no again. */
  | { readonly status: 'refused'; readonly detail: string }
  /** Not now; nothing happened. */
  | { readonly status: 'retry'; readonly detail: string; readonly notBeforeAt?: Instant }
  /** The request may have arrived: ask before repeating. */
  | { readonly status: 'unknown'; readonly detail: string };

export interface ConsoleUser {
  readonly remoteId: string;
  readonly username: string;
  readonly disabled: boolean;
  readonly groupId: string | null;
  /** Null where the console does not offer the field. */
  readonly validUntil: Instant | null;
  readonly externalId: string | null;
}

/** Revocations overtake everything; scans and cosmetics wait. */
export const operationPriority = { revoke: 0, grant: 1, change: 2, scan: 3, cosmetic: 4 } as const;
export type OperationPriority = (typeof operationPriority)[keyof typeof operationPriority];

/**
 * The Wi-Fi console, built in or remote. Every method may be called for one organization at a time (context).
 * Both implementations pass the kit in test/wifi-console-contract.
 */
export abstract class WifiConsole {
  /** True when operations join the context's transaction: then an outcome is never `unknown`. */
  abstract readonly transactional: boolean;

  /**
   * Carries out operations, in order where they touch the same account; one outcome each, same order. Never throws for
   * one operation's sake.
   */
  abstract apply(
    context: Context,
    operations: readonly ConsoleOperation[],
    priority: OperationPriority,
  ): Promise<OperationOutcome[]>;

  /** Ids of the groups with these names; missing ones are created. A name that no group can have is left out. */
  abstract groups(
    context: Context,
    names: readonly string[],
    priority: OperationPriority,
  ): Promise<ReadonlyMap<string, string>>;

  /** One account by its id or its exact name; null when there is none. */
  abstract findUser(
    context: Context,
    by: { readonly remoteId: string } | { readonly username: string },
    priority: OperationPriority,
  ): Promise<ConsoleUser | null>;

  /** Whether the console can be reached and accepts us: one cheap read. @throws ConsoleRefused, ConsoleUnavailable */
  abstract check(context: Context, priority: OperationPriority): Promise<void>;

  /** Every account, a page at a time, for comparing with the ledger. */
  abstract users(context: Context): AsyncIterable<readonly ConsoleUser[]>;
}
