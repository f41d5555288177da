import { Background } from './background.js';
import type { Chance } from './chance.js';
import type { Clock } from './clock.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import type { Log } from './log.js';
import { WorkCondition, type WorkTrouble } from './work-condition.js';

/**
 * Repeats a round of work with a pause between rounds. A round that fails is logged and tried again, later each time;
 * the state of the database is logged elsewhere. Not an interval of @nestjs/schedule: that runs from bootstrap in every
 * role, even while the last round is still running or keeps failing, cannot be woken, and is not awaited at shutdown.
 */
export abstract class Periodic extends Background {
  /** From the end of one round to the start of the next. */
  protected abstract readonly everyMilliseconds: number;
  /** From start-up to the first round. */
  protected readonly firstMilliseconds: number = 0;
  private stopping = new AbortController();
  private pause = new AbortController();
  private running: Promise<void> = Promise.resolve();
  protected readonly condition: WorkCondition;

  constructor(
    protected readonly clock: Clock,
    protected readonly chance: Chance,
    protected readonly log: Log,
  ) {
    super();
    this.condition = new WorkCondition(clock, chance);
  }

  override get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  /** `signal` is aborted at shutdown: a round of many steps then ends after its current step. */
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

  /** Starts the next round now; if one is running, another follows it without a pause. */
  protected wake(): void {
    this.pause.abort();
  }

  /** One after the other; one that fails is logged and holds up no other. */
  protected async each<Item>(
    items: readonly Item[],
    signal: AbortSignal,
    work: (item: Item) => Promise<void>,
    words: { readonly facts: (item: Item) => object; readonly failure: string },
  ): Promise<void> {
    for (const item of items) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        this.log.warn({ ...words.facts(item), error: String(error) }, words.failure);
      }
    }
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (this.firstMilliseconds > 0) await this.clock.sleep(this.firstMilliseconds, signal);
    while (!signal.aborted) {
      // Before the round: a wake-up during the round may come too late for it.
      this.pause = new AbortController();
      try {
        await this.round(signal);
        this.condition.worked();
        await this.clock.sleep(this.everyMilliseconds, this.pause.signal);
      } catch (error) {
        // Ignores wake-ups meanwhile: the next round would fail as well.
        await this.clock.sleep(this.pauseAfter(error), signal);
      }
    }
  }

  private pauseAfter(error: unknown): number {
    const pause = this.condition.failed(error);
    if (error instanceof DatabaseUnavailable) return pause;
    this.log.warn({ work: this.name, error: String(error) }, 'round failed; the next one retries');
    return Math.max(pause, this.everyMilliseconds);
  }
}
