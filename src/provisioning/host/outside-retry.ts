import { jitter, RetryPolicy } from '../../kernel/retry-policy.js';

/** For failures of outside systems and consoles: with full jitter, so that retries do not come together. */
export const outsideRetry = new RetryPolicy({
  delays: { firstSeconds: 5, ceilingSeconds: 900 },
  jitter: jitter.full,
  leastSeconds: 1,
});

/** Attempts before an operation is given up, or is taken for what its console fails on while it does others. */
export const mostOperationAttempts = 12;
