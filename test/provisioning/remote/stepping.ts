import type { ManualClock } from '../../kernel/manual-clock.js';

const turnMilliseconds = 3;

/**
 * Moves the clock in small steps for as long as `done` is false, and only when `pulse` (counts of what happened so far)
 * has stood still for a moment of real time and nothing is `busy`: sockets and the database get the time they need.
 */
export async function stepUntil(
  clock: ManualClock,
  done: () => boolean,
  pulse: () => string | number,
  { stepSeconds = 0.5, quietMilliseconds = 12, limitSeconds = 3600, busy = (): boolean => false } = {},
): Promise<void> {
  for (let passed = 0; !done(); passed += stepSeconds) {
    if (passed > limitSeconds) throw new Error(`Not done within ${limitSeconds} s of the test's time`);
    await quiet(pulse, quietMilliseconds, busy);
    if (!done()) await clock.advance(stepSeconds);
  }
}

/**
 * Counted in turns, which come late where others work, too: what is waited for has as much longer as it needs there.
 */
async function quiet(pulse: () => string | number, milliseconds: number, busy: () => boolean): Promise<void> {
  let last = pulse();
  for (let left = milliseconds; left > 0; left -= turnMilliseconds) {
    await new Promise((resolve) => {
      setTimeout(resolve, turnMilliseconds);
    });
    const now = pulse();
    if (now === last && !busy()) continue;
    last = now;
    left = milliseconds;
  }
}
