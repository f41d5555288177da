import type { Instant } from '../../kernel/clock.js';
import { laterBy } from '../../kernel/clock.js';

/** Tries before an operation is given up until somebody asks for it again. */
const mostAttempts = 12;
const firstSeconds = 5;
const longestSeconds = 900;
const hour = 3600;

/** 5 s · 2ⁿ with full jitter, at most 15 minutes. `fraction` is 0 ≤ x < 1. */
export function backOffSeconds(attempts: number, fraction: number): number {
  return Math.min(longestSeconds, firstSeconds * 2 ** Math.min(attempts, 20)) * fraction;
}

/** When to try again; null: never by itself. A revocation is never given up. */
export function nextTryAt(attempts: number, revokes: boolean, now: Instant, fraction: number): Instant | null {
  if (attempts < mostAttempts) return laterBy(now, backOffSeconds(attempts - 1, fraction));
  return revokes ? laterBy(now, hour) : null;
}
