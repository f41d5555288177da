import type { Instant } from '../clock.js';

/**
 * How an attempt to send ended; `error` null: delivered. `isFinal`: trying again would not help. `isWaiting`: no way is
 * set up, so that nothing was tried.
 */
export interface SendOutcome {
  readonly error: string | null;
  readonly isFinal: boolean;
  readonly isWaiting?: boolean;
  /** Where the other side named it: not before then. */
  readonly retryAt?: Instant;
}

export const delivered: SendOutcome = { error: null, isFinal: true };
