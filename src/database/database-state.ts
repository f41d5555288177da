import type { Chance } from '../kernel/chance.js';
import type { Clock, Instant } from '../kernel/clock.js';
import { type DatabaseRefusal, DatabaseUnavailable } from '../kernel/database-unavailable.js';
import type { Log } from '../kernel/log.js';
import { databaseRetry } from '../kernel/work-condition.js';

/** Longer than the longest pause of a worker: a probe may find room where real work finds none. */
const quietMilliseconds = 20_000;
const remindMilliseconds = 600_000;
/** For these, a good probe proves that the state is over. A probe may get a connection that nobody else would. */
const seenByALook: readonly DatabaseRefusal[] = ['unreachable', 'stopping', 'read_only'];

export interface DatabaseTrouble {
  readonly refusal: DatabaseRefusal;
  readonly sinceAt: Instant;
  /** For people. */
  readonly detail: string;
}

/**
 * Whether the database does what this process asks. Each refusal is reported here. It logs the state once, then rarely,
 * and probes until it is over, later each time.
 */
export class DatabaseState {
  private trouble: DatabaseTrouble | null = null;
  private refusedAt = 0;
  private toldAt = 0;
  private suppressed = 0;
  private readonly closing = new AbortController();
  private looking: Promise<void> = Promise.resolve();

  /** `look` asks the database for a little of everything, and throws its refusal. */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly log: Log,
  ) {}

  /** What is wrong with the database; null: nothing known. */
  get current(): DatabaseTrouble | null {
    return this.trouble;
  }

  refused(error: DatabaseUnavailable): void {
    if (this.closing.signal.aborted) return;
    this.refusedAt = this.clock.milliseconds();
    const before = this.trouble;
    if (before?.refusal === error.refusal) return this.remind(before);
    this.trouble = { refusal: error.refusal, sinceAt: before?.sinceAt ?? this.clock.instant(), detail: error.message };
    this.tell(this.trouble, error.code);
    if (!before) this.looking = this.lookUntilOver(this.closing.signal);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.looking;
  }

  private async lookUntilOver(signal: AbortSignal): Promise<void> {
    for (let looks = 1; this.trouble; looks += 1) {
      await this.clock.sleep(databaseRetry.delaySeconds(looks, this.chance) * 1000, signal);
      if (signal.aborted) return;
      const beganAt = this.clock.milliseconds();
      try {
        await this.look();
        if (this.mayBeOver(this.trouble, beganAt)) this.end(this.trouble);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) this.refused(error);
      }
    }
  }

  private mayBeOver({ refusal }: DatabaseTrouble, beganAt: number): boolean {
    return seenByALook.includes(refusal)
      ? this.refusedAt <= beganAt
      : this.clock.milliseconds() - this.refusedAt >= quietMilliseconds;
  }

  private end({ refusal, sinceAt }: DatabaseTrouble): void {
    this.trouble = null;
    this.suppressed = 0;
    this.log.info({ was: refusal, sinceAt }, 'database accepts work again');
  }

  private tell({ refusal, sinceAt, detail }: DatabaseTrouble, code: string): void {
    this.toldAt = this.clock.milliseconds();
    this.log.error(
      { refusal, detail, sqlState: code || undefined, sinceAt, refused: this.suppressed || undefined },
      'database refuses work; it waits and nothing is lost',
    );
    this.suppressed = 0;
  }

  private remind(trouble: DatabaseTrouble): void {
    this.suppressed += 1;
    if (this.clock.milliseconds() - this.toldAt >= remindMilliseconds) this.tell(trouble, '');
  }
}
