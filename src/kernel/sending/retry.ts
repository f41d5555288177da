import type { Chance } from '../chance.js';

/** Seconds from one failed attempt to the next: nine attempts over some sixteen hours. */
const retrySeconds = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800] as const;

const jitter = 0.1;

/**
 * Seconds until the next attempt after `attempts` failed ones, up to a tenth later than the schedule; undefined when
 * that was the last.
 */
export function retryDelaySeconds(attempts: number, chance: Chance): number | undefined {
  const seconds = retrySeconds[attempts - 1];
  return seconds === undefined ? undefined : seconds * (1 + jitter * chance.fraction());
}
