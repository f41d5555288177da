import type { Chance } from '../../kernel/chance.js';

const firstSeconds = 5;
const longestSeconds = 900;

/** Seconds until the next attempt: doubling from 5 s to 15 min, drawn anywhere below, so that many do not come back at once. */
export function retryDelaySeconds(attempts: number, chance: Chance): number {
  const span = Math.min(longestSeconds, firstSeconds * 2 ** Math.min(attempts, 10));
  return Math.max(1, span * chance.fraction());
}
