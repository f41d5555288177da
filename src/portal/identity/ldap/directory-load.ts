import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from '../../../kernel/clock.js';

const atATime = 8;
const mostWaiting = 64;
const failuresInRow = 3;
const pauseMilliseconds = 15_000;

interface Load {
  readonly limit: LimitFunction;
  failures: number;
  pausedUntil: number;
}

/** Thrown instead of asking a directory that is overloaded, or was unreachable a moment ago. */
export class DirectoryPaused extends Error {}

/**
 * Limits simultaneous questions to each directory. After three failures in a row it is left alone for 15 seconds; then
 * one sign-in tries it again. Nobody queues behind a dead server.
 */
export class DirectoryLoad {
  private readonly loads = new LRUCache<string, Load>(atMost(5000));

  constructor(private readonly clock: Clock) {}

  /** `isAnswer`: the error came from a reachable directory, such as a wrong password. */
  async run<T>(directory: string, ask: () => Promise<T>, isAnswer: (error: unknown) => boolean): Promise<T> {
    const load = this.loads.get(directory) ?? { limit: pLimit(atATime), failures: 0, pausedUntil: 0 };
    this.loads.set(directory, load);
    this.requireReady(load);
    return load.limit(async () => {
      // Those who waited meanwhile fail without trying themselves.
      this.requireReady(load);
      if (load.failures >= failuresInRow) load.pausedUntil = this.clock.milliseconds() + pauseMilliseconds;
      try {
        const answer = await ask();
        [load.failures, load.pausedUntil] = [0, 0];
        return answer;
      } catch (error) {
        if (isAnswer(error)) [load.failures, load.pausedUntil] = [0, 0];
        else if ((load.failures += 1) >= failuresInRow)
          load.pausedUntil = this.clock.milliseconds() + pauseMilliseconds;
        throw error;
      }
    });
  }

  private requireReady({ pausedUntil, limit }: Load): void {
    if (this.clock.milliseconds() < pausedUntil)
      throw new DirectoryPaused('The directory did not answer a moment ago; it is tried again soon');
    if (limit.pendingCount >= mostWaiting) throw new DirectoryPaused('Too many sign-ins wait for the directory');
  }
}
