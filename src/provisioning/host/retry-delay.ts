import type { Chance } from '../../kernel/chance.js';

const firstSeconds = 5;
const longestSeconds = 900;

/** 5 s · 2ⁿ, at most 15 minutes, with full jitter so that many do not come back at once. `fraction` is 0 ≤ x < 1. */
export function backOffSeconds(attempts: number, fraction: number): number {
  return Math.min(longestSeconds, firstSeconds * 2 ** Math.min(attempts, 20)) * fraction;
}

/** Seconds until the next attempt, one at least. */
export function probeDelaySeconds(attempts: number, chance: Chance): number {
  return Math.max(1, backOffSeconds(attempts, chance.fraction()));
}
