import { type Instant, laterBy } from '../../kernel/clock.js';
import { backOffSeconds } from '../host/retry-delay.js';

/** Tries before an operation is given up until somebody asks for it again. */
const mostAttempts = 12;
const hourSeconds = 3600;

/** When to try again; null: never by itself. A revocation is never given up. */
export function nextTryAt(attempts: number, revokes: boolean, now: Instant, fraction: number): Instant | null {
  if (attempts < mostAttempts) return laterBy(now, backOffSeconds(attempts - 1, fraction));
  return revokes ? laterBy(now, hourSeconds) : null;
}
