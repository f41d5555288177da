import type { Chance } from '../../../kernel/chance.js';
import type { Instant } from '../../../kernel/clock.js';

/**
 * Somebody stands at the desk: the first tries follow each other in seconds, and the last of them is a day later, when
 * nobody waits any more.
 */
const retrySeconds = [2, 5, 10, 20, 30, 60, 120, 300, 600] as const;
const lastSeconds = 1_800;
const mostAttempts = 60;
const jitter = 0.1;

/**
 * Seconds until an answer is tried again, after `attempts` that failed; undefined when that was the last. Where the
 * vendor asked for silence, exactly until then: sooner would be refused once more, and later lets somebody wait.
 */
export function answerDelaySeconds(
  attempts: number,
  { retryAt, now, chance }: { readonly retryAt?: Instant; readonly now: Instant; readonly chance: Chance },
): number | undefined {
  if (attempts >= mostAttempts) return undefined;
  if (retryAt && retryAt > now) return (Date.parse(retryAt) - Date.parse(now)) / 1000 + jitter * chance.fraction();
  return (retrySeconds[attempts - 1] ?? lastSeconds) * (1 + jitter * chance.fraction());
}
