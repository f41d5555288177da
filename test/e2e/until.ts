import { betweenAsks } from '../kernel/between-asks.js';
import { patienceSeconds } from '../kernel/manual-clock.js';

/** Waits for a condition, asked for every 20 ms or less often; what is thrown meanwhile counts as not yet. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined | null> | T | false | undefined | null,
): Promise<T> {
  const begunAt = performance.now();
  let last: unknown;
  for (;;) {
    const askedAt = performance.now();
    try {
      const found = await ask();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    const now = performance.now();
    const waitedMilliseconds = now - begunAt;
    if (waitedMilliseconds > patienceSeconds * 1000)
      throw new Error(`Not so within ${patienceSeconds} s: ${what}${last ? ` (${String(last)})` : ''}`);
    await pause(betweenAsks(20, now - askedAt, waitedMilliseconds));
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
