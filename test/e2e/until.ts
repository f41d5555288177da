import { patienceSeconds } from '../kernel/manual-clock.js';

/** Waits for a condition, asked every 20 ms; what is thrown meanwhile counts as not yet. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined | null> | T | false | undefined | null,
): Promise<T> {
  const deadline = performance.now() + patienceSeconds * 1000;
  let last: unknown;
  for (;;) {
    try {
      const found = await ask();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline)
      throw new Error(`Not so within ${patienceSeconds} s: ${what}${last ? ` (${String(last)})` : ''}`);
    await pause(20);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
