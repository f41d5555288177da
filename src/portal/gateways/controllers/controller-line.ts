import type { Clock } from '../../../kernel/clock.js';
import { ControllerProblem } from './client/controller.js';

/** At a time; whoever comes later waits. Small controllers are slow with many. */
const mostAtOnce = 4;
/** Once it does not answer, others are told so at once, for that long: a dead controller holds nobody up. */
const silentSeconds = 3;
const longestSilentSeconds = 60;

/** Calls of this process to one controller. */
export class ControllerLine {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private silentUntilMilliseconds = 0;
  private trouble: ControllerProblem | undefined;

  constructor(private readonly clock: Clock) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.requireSpeaking();
    while (this.running >= mostAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      this.requireSpeaking();
      return await work();
    } catch (error) {
      if (error instanceof ControllerProblem && error !== this.trouble) this.remember(error);
      throw error;
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private remember(problem: ControllerProblem): void {
    const { code, retryAfterSeconds } = problem;
    if (code !== 'unreachable' && code !== 'rate_limited') return;
    const seconds = Math.min(Math.max(retryAfterSeconds ?? 0, silentSeconds), longestSilentSeconds);
    this.silentUntilMilliseconds = this.clock.milliseconds() + seconds * 1000;
    this.trouble = problem;
  }

  private requireSpeaking(): void {
    if (this.trouble && this.clock.milliseconds() < this.silentUntilMilliseconds) throw this.trouble;
  }
}
