import type { Clock } from '../../../kernel/clock.js';

/** Acts after this many seconds of the clock, unless cancelled. */
export async function later(clock: Clock, seconds: number, callOff: AbortSignal, act: () => void): Promise<void> {
  await clock.sleep(seconds * 1000, callOff);
  if (!callOff.aborted) act();
}
