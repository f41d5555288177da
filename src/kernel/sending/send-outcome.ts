import type { Instant } from '../clock.js';
import { jitter, RetryPolicy } from '../retry-policy.js';

/**
 * How an attempt to send ended. `error` null: delivered. `isFinal`: a retry would not help. `isWaiting`: no way to send
 * is set up, so nothing was tried.
 */
export interface SendOutcome {
  readonly error: string | null;
  readonly isFinal: boolean;
  readonly isWaiting?: boolean;
  /** The other side asked us not to retry before then. */
  readonly retryAt?: Instant;
}

export const delivered: SendOutcome = { error: null, isFinal: true };

/** For mail and messages to people: nine attempts over some sixteen hours. */
export const messageRetry = new RetryPolicy({
  delays: [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800],
  attempts: 9,
  jitter: jitter.tenthLater,
});
