import { jitter, RetryPolicy } from '../../kernel/retry-policy.js';

/** Of what an outside system or a console did not do: with full jitter, so that many do not come back at once. */
export const outsideRetry = new RetryPolicy({
  delays: { firstSeconds: 5, ceilingSeconds: 900 },
  jitter: jitter.full,
  leastSeconds: 1,
});
