import type { ManualClock } from '../../kernel/manual-clock.js';

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

async function quiet(pulse: () => string | number, milliseconds: number, busy: () => boolean): Promise<void> {
  let last = pulse();
  let since = Date.now();
  while (Date.now() - since < milliseconds) {
    await new Promise((resolve) => {
      setTimeout(resolve, 3);
    });
    const now = pulse();
    if (now !== last || busy()) {
      last = now;
      since = Date.now();
    }
  }
}
