import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import { Batcher } from '../../../kernel/queues/batcher.js';
import { RetryPolicy } from '../../../kernel/retry-policy.js';

const mostTogether = 500;
const fullAbove = 2_000;
const storeRetry = new RetryPolicy({ delays: [0.2, 1, 2, 5] });

/**
 * Frames of one link on their way into storage: in order, waiting ones written together, none dropped while the
 * database is away. The outside system sends nothing twice.
 */
export class FrameQueue {
  private readonly frames = new Batcher<Buffer, boolean>((frames) => this.writeAll(frames), {
    most: mostTogether,
    // Keeps the frames of one packet together.
    gathers: true,
  });
  private room: Promise<void> | null = null;
  private makeRoom: () => void = () => undefined;

  /**
   * @param write stores all of them, in this order, or none; false when another process holds the link by now
   * @param signal the link is being released: what cannot be written then is given up
   */
  constructor(
    private readonly write: (frames: readonly Buffer[]) => Promise<boolean>,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly signal: AbortSignal,
  ) {}

  /** True once the frame is stored; false when it was given up. */
  add(frame: Buffer): Promise<boolean> {
    const added = this.frames.add(frame);
    if (this.frames.size > fullAbove)
      this.room ??= new Promise((resolve) => {
        this.makeRoom = resolve;
      });
    return added;
  }

  /** Null while there is room; else resolves when there is again. */
  get full(): Promise<void> | null {
    return this.room;
  }

  /** Never rejects. */
  private async writeAll(frames: readonly Buffer[]): Promise<boolean[]> {
    const isStored = await this.writeOnce(frames);
    if (this.room && this.frames.size - frames.length < fullAbove / 2) {
      this.room = null;
      this.makeRoom();
    }
    return frames.map(() => isStored);
  }

  /** Retried until it works; once more when the link is released. */
  private async writeOnce(frames: readonly Buffer[]): Promise<boolean> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = this.signal.aborted;
      try {
        return await this.write(frames);
      } catch (error) {
        const facts = { frames: frames.length, attempt, error: String(error) };
        if (isLast) {
          this.log.error(facts, 'frames could not be stored before the link was let go of: ask for a full list');
          return false;
        }
        this.log.warn(facts, 'frames cannot be stored yet');
        await this.clock.sleep(storeRetry.plainSeconds(attempt + 1) * 1000, this.signal);
      }
    }
  }
}
