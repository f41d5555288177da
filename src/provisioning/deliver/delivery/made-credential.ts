import type { Account } from '../../identity/account.js';
import type { Entitlement } from '../../identity/entitlement.js';

/** A credential that a console has just confirmed. */
export interface MadeCredential {
  readonly account: Account;
  readonly operationId: string;
  readonly subjectId: string;
  /** The entitlement with the password; null: unknown, or none. */
  readonly passwordOf: Pick<Entitlement, 'id' | 'secretSealed'> | null;
  readonly user: {
    readonly username: string;
    readonly passwordFingerprint: string | null;
    readonly validFrom: string | null;
    readonly validUntil: string | null;
  } | null;
  readonly vouchers: {
    readonly codes: readonly string[];
    readonly validUntil: string | null;
    readonly durationSeconds: number | null;
  } | null;
}
