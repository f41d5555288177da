/** A state that somebody waits for may pass; and nobody is to wait long for what is so already. */
const mostMilliseconds = 250;

/**
 * How long to wait before a condition is asked for again. What is in memory is asked for every `leastMilliseconds`. A
 * question that takes time, as one of a service or a database, is asked less often the longer it takes, and has been
 * waited for: else a machine with several test files would do little but answer. Where asking itself lets time pass,
 * the waiting counts for nothing.
 */
export function betweenAsks(leastMilliseconds: number, tookMilliseconds: number, waitedMilliseconds = 0): number {
  if (tookMilliseconds < 1) return leastMilliseconds;
  const fair = Math.max(2 * tookMilliseconds, waitedMilliseconds / 10);
  return Math.max(leastMilliseconds, Math.min(mostMilliseconds, fair));
}
