import { jitter, RetryPolicy } from '../../../kernel/retry-policy.js';

/**
 * Somebody stands at the desk: the first tries follow each other in seconds, and the last of them is a day later, when
 * nobody waits any more. Where the vendor asked for silence, exactly until then: sooner would be refused once more, and
 * later lets somebody wait.
 */
export const answerRetry = new RetryPolicy({
  delays: [2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800],
  attempts: 60,
  jitter: jitter.tenthLater,
  asked: { replaces: true, longestSeconds: 86_400 },
});
