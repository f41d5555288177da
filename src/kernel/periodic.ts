import { Background } from './background.js';
import type { Clock } from './clock.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import type { Log } from './log.js';
import { WorkCondition, type WorkTrouble } from './work-condition.js';

/**
 * Work that is done round after round with a pause between. A round that fails is logged, and the next one tries again,
 * later each time; of a database that is away its own state tells. Not an interval of @nestjs/schedule: that one rings
 * from the bootstrap on in every role, whether the last round is over or failed, cannot be woken, and is not awaited
 * at the stop.
 */
export abstract class Periodic extends Background {
  /** From the end of one round to the beginning of the next. */
  protected abstract readonly everyMilliseconds: number;
  /** From the start to the first round. */
  protected readonly firstMilliseconds: number = 0;
  private stopping = new AbortController();
  private pause = new AbortController();
  private running: Promise<void> = Promise.resolve();
  protected readonly condition: WorkCondition;

  constructor(
    protected readonly clock: Clock,
    protected readonly log: Log,
  ) {
    super();
    this.condition = new WorkCondition(clock);
  }

  override get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  /** `signal` is aborted when the work is to stop: a round of many steps ends after the one it is at. */
  abstract round(signal: AbortSignal): Promise<unknown>;

  start(): void {
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.abort();
    await this.running;
  }

  /** Has the next round begin at once; while one is under way, another follows it without a pause. */
  protected wake(): void {
    this.pause.abort();
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (this.firstMilliseconds > 0) await this.clock.sleep(this.firstMilliseconds, signal);
    while (!signal.aborted) {
      // Before the round: what wakes it meanwhile may be too late for this one.
      this.pause = new AbortController();
      try {
        await this.round(signal);
        this.condition.worked();
        await this.clock.sleep(this.everyMilliseconds, this.pause.signal);
      } catch (error) {
        // Nobody wakes it meanwhile: what wakes it would fail as well.
        await this.clock.sleep(this.pauseAfter(error), signal);
      }
    }
  }

  private pauseAfter(error: unknown): number {
    const pause = this.condition.failed(error);
    if (error instanceof DatabaseUnavailable) return pause;
    this.log.warn({ work: this.name, error: String(error) }, 'a round failed; the next one tries again');
    return Math.max(pause, this.everyMilliseconds);
  }
}
