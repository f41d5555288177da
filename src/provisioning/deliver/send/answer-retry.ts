import { jitter, RetryPolicy } from '../../../kernel/retry-policy.js';

/**
 * Somebody waits at the desk: the first tries follow within seconds, and the last comes a day later, when nobody waits
 * any more. If the vendor asked us to wait, exactly that long: an earlier try would be refused, a later one keeps
 * somebody waiting.
 */
export const answerRetry = new RetryPolicy({
  delays: [2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800],
  attempts: 60,
  jitter: jitter.tenthLater,
  asked: { replaces: true, longestSeconds: 86_400 },
});
