import type { Instant } from '../../kernel/clock.js';
import type { StoredMessage } from './connector.js';

/** Hands credentials back to the outside, for an access with `deliver: [{ via: answer }]`. */
export interface Answers {
  /** Whether somebody there waits until it is told what came of this message, if only that nothing did. Pure. */
  awaits(message: StoredMessage): boolean;
  /**
   * Says what came of one record: once for each account or voucher made for it, once for each message that is awaited,
   * and once more when a crash left it open whether it was said. Resolves with false when this record has no place for
   * an answer (it was found by asking, say): another way of delivery has to do.
   * @throws ConnectorProblem; `gone`: the place for the answer is no longer there
   */
  answer(news: AccessAnswer, signal: AbortSignal): Promise<boolean>;
}

/** `ready`: access was made. `none`: the mapping gives none. `failed`: it could not be made. */
export type AccessOutcome = 'ready' | 'none' | 'failed';

/** What is to be said of one record's access. */
export interface AccessAnswer {
  /** `SourceRecord.key`. */
  readonly key: string;
  /**
   * The message that led to it, as it was stored: what names the place for the answer is in there. Null: it was found
   * by asking.
   */
  readonly message: StoredMessage | null;
  /**
   * `ready`: with `credentials`, unless they go another way. `none`: the mapping gives no access. `failed`: it could
   * not be made.
   */
  readonly outcome: AccessOutcome;
  readonly credentials: Credentials | null;
  /** Why, where the outcome is none or failed: fit for reception to read, no personal data. */
  readonly reason?: string;
}

/** What a visitor types in. Nothing of it goes to a log. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly voucherCodes?: readonly string[];
  readonly networkName?: string;
  readonly validUntil: Instant | null;
}
