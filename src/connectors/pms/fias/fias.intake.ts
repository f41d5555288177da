import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import { Batcher } from '../../../kernel/queues/batcher.js';
import { RetryPolicy } from '../../../kernel/retry-policy.js';
import type { Link } from '../../../provisioning/connector/connector.js';

const mostTogether = 500;
const pauseAbove = 2_000;
const storeRetry = new RetryPolicy({ delays: [0.2, 1, 2, 5] });

export interface IntakeEvents {
  /** Durable from now on: may be acted on. */
  stored(frame: Buffer): void;
  /** So much is waiting that the sender should wait too. */
  full(): void;
  roomAgain(): void;
}

/**
 * Frames on their way into storage: in order, those that wait together stored together, none dropped while the database
 * is away.
 */
export class FiasIntake {
  private readonly frames = new Batcher<Buffer, void>((frames) => this.keep(frames), {
    most: mostTogether,
    // So that the frames of one packet go together.
    gathers: true,
  });
  private isFull = false;

  constructor(
    private readonly link: Link,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly events: IntakeEvents,
    private readonly signal: AbortSignal,
  ) {}

  add(frame: Buffer): void {
    void this.frames.add(frame);
    if (!this.isFull && this.frames.size > pauseAbove) {
      this.isFull = true;
      this.events.full();
    }
  }

  /**
   * Resolves when everything taken so far is durable, or given up because the listener was stopped and storing failed.
   */
  drained(): Promise<void> {
    return this.frames.idle();
  }

  /** Never rejects. */
  private async keep(frames: readonly Buffer[]): Promise<[]> {
    if (await this.store(frames)) for (const frame of frames) this.events.stored(frame);
    if (this.isFull && this.frames.size - frames.length < pauseAbove / 2) {
      this.isFull = false;
      this.events.roomAgain();
    }
    return [];
  }

  /**
   * The hotel system sends nothing twice, so a failing database is tried until it works; once more when we are stopped.
   */
  private async store(batch: readonly Buffer[]): Promise<boolean> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = this.signal.aborted;
      try {
        await this.link.store(batch);
        return true;
      } catch (error) {
        const facts = { frames: batch.length, attempt, error };
        if (isLast) {
          this.log.error(facts, 'Frames of the hotel system could not be stored before the stop: ask for a full list');
          return false;
        }
        this.log.warn(facts, 'Frames of the hotel system cannot be stored yet');
        await this.clock.sleep(storeRetry.plainSeconds(attempt + 1) * 1000, this.signal);
      }
    }
  }
}
