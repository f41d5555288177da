import type { Instant } from '../../kernel/clock.js';
import type { StoredMessage } from './stored-message.js';

/** Returns credentials to the outside system, for an access with `deliver: [{ via: answer }]`. */
export interface Answers {
  /** Whether the outside system waits for the outcome of this message, even if there is none. Pure. */
  awaits(message: StoredMessage): boolean;
  /**
   * Reports the outcome of one record: once for each account or voucher made for it, once for each awaited message, and
   * again when a crash left it unclear whether it was reported. Resolves with false when this record has no place for
   * an answer (for example, it came from a poll): another way of delivery must be used.
   * @throws ConnectorProblem; `gone`: the place for the answer is no longer there
   */
  answer(news: AccessAnswer, signal: AbortSignal): Promise<boolean>;
}

/** `ready`: access was made. `none`: the mapping gives none. `failed`: it could not be made. */
export type AccessOutcome = 'ready' | 'none' | 'failed';

/** The outcome of one record's access. */
export interface AccessAnswer {
  /** `SourceRecord.key`. */
  readonly key: string;
  /** The stored message that caused it: it names the place for the answer. Null: it came from a poll. */
  readonly message: StoredMessage | null;
  /**
   * `ready`: with `credentials`, unless they go another way. `none`: the mapping gives no access. `failed`: it could
   * not be made.
   */
  readonly outcome: AccessOutcome;
  readonly credentials: Credentials | null;
  /** Why the outcome is none or failed: fit for reception to read, no personal data. */
  readonly reason?: string;
}

/** What a visitor types in. Never logged. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly voucherCodes?: readonly string[];
  readonly networkName?: string;
  readonly validUntil: Instant | null;
}
