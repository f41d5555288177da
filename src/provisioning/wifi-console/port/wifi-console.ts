import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

/**
 * The desired state of one account at a console. The password itself is passed separately, and only when it changes.
 */
export interface UserSpec {
  readonly username: string;
  /** Keyed hash of the desired password, so that changes are visible without keeping it; null: no password. */
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

/** One operation at a console. Its `id` stays the same however often it is repeated. */
export type ConsoleOperation = { readonly id: string } &
  /**
   * With `externalId` (the identity's id), a console that stores it recognizes a repeated creation. `connectionId` is
   * the manager of the account.
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
    | {
        readonly kind: 'change_voucher';
        readonly remoteId: string;
        readonly changes: Pick<VoucherSpec, 'durationSeconds' | 'validUntil'>;
      }
    | { readonly kind: 'revoke_voucher'; readonly remoteId: string }
  );

export type ConsoleOperationKind = ConsoleOperation['kind'];

export type OperationOutcome =
  | {
      readonly status: 'done';
      readonly remoteId: string;
      readonly vouchers?: readonly { readonly remoteId: string; readonly code: string }[];
      /** What the console would not take, and why; the rest was written. */
      readonly detail?: string;
    }
  /** Another account has that name; nothing was changed. */
  | { readonly status: 'taken'; readonly remoteId: string | null }
  /** The target does not exist (any more). For a deletion that is success. */
  | { readonly status: 'gone' }
  /** The console refuses, and would refuse again. `fields`: those that it named. */
  | { readonly status: 'refused'; readonly detail: string; readonly fields?: readonly string[] }
  /** Not now; nothing happened. `isAway`, here and below: nothing that is the console answered. */
  | { readonly status: 'retry'; readonly detail: string; readonly notBeforeAt?: Instant; readonly isAway?: boolean }
  /** The request may have arrived: probe before repeating. */
  | { readonly status: 'unknown'; readonly detail: string; readonly isAway?: boolean };

export interface ConsoleUser {
  readonly remoteId: string;
  readonly username: string;
  readonly disabled: boolean;
  readonly groupId: string | null;
  /** Null if the console does not offer the field. */
  readonly validUntil: Instant | null;
  readonly externalId: string | null;
}

/** Revocations overtake everything; scans and cosmetic changes wait. */
export const operationPriority = { revoke: 0, grant: 1, change: 2, scan: 3, cosmetic: 4 } as const;
export type OperationPriority = (typeof operationPriority)[keyof typeof operationPriority];

/**
 * Which of these operations the caller still holds a claim on. A console that is not transactional asks before each
 * request: a worker that was frozen for longer than its lease must stop, since another has taken over. An operation
 * whose claim was lost ends as `retry`: nothing happened.
 */
export type StillClaimed = (operationIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The outcome of an operation that was not sent because its claim was lost. */
export const claimLost = {
  status: 'retry',
  detail: 'Another worker has taken over',
} as const satisfies OperationOutcome;

/**
 * The Wi-Fi console, built in or remote. Every method may be called for one organization at a time (context). Both
 * implementations pass the contract tests in test/wifi-console-contract.
 */
export abstract class WifiConsole {
  /** True when operations join the context's transaction: then an outcome is never `unknown`. */
  abstract readonly transactional: boolean;

  /**
   * Carries out operations, in order if they touch the same account; one outcome each, in the same order. Never throws
   * because of one operation.
   */
  abstract apply(
    context: Context,
    operations: readonly ConsoleOperation[],
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<OperationOutcome[]>;

  /** Ids of the groups with these names; creates missing ones. Leaves out a name that no group can have. */
  abstract groups(
    context: Context,
    names: readonly string[],
    priority: OperationPriority,
  ): Promise<ReadonlyMap<string, string>>;

  /** One account by its id or its exact name; null if there is none. */
  abstract findUser(
    context: Context,
    by: { readonly remoteId: string } | { readonly username: string },
    priority: OperationPriority,
  ): Promise<ConsoleUser | null>;

  /**
   * Checks with one cheap read that the console can be reached and accepts our key. @throws ConsoleRefused,
   * ConsoleUnavailable
   */
  abstract check(context: Context, priority: OperationPriority): Promise<void>;

  /** Every account, a page at a time, to compare with what Usher recorded. */
  abstract users(context: Context): AsyncIterable<readonly ConsoleUser[]>;
}
