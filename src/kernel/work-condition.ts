import type { Chance } from './chance.js';
import type { Clock, Instant } from './clock.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { jitter, RetryPolicy } from './retry-policy.js';

/** The database may be back any moment; other failures will not clear up that fast. */
export const databaseRetry = new RetryPolicy({ delays: { firstSeconds: 1, ceilingSeconds: 15 }, jitter: jitter.half });
const workRetry = new RetryPolicy({ delays: { firstSeconds: 1, ceilingSeconds: 60 }, jitter: jitter.half });
/** Failures in a row; fewer are bad luck. */
const tellingFailures = 3;
/** Forgets a part that nobody tries any more. */
const forgottenMilliseconds = 120_000;

/** What prevents work from being done, in words for people that reveal nothing internal. */
export class WorkHindrance extends Error {
  override readonly name = 'WorkHindrance';
}

interface Failure {
  readonly sinceAt: Instant;
  readonly count: number;
  readonly untilMilliseconds: number;
  readonly why: string;
}

export interface WorkTrouble {
  readonly sinceAt: Instant;
  readonly why: string;
}

/**
 * How background work is doing, by part where it has parts (a connection, an organization). A part that fails pauses,
 * longer each time, with jitter.
 */
export class WorkCondition {
  private readonly failing = new Map<string, Failure>();

  constructor(
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  worked(part = ''): void {
    this.failing.delete(part);
  }

  /** Milliseconds until the next try. */
  failed(error: unknown, part = ''): number {
    const isDatabase = error instanceof DatabaseUnavailable;
    const before = this.failing.get(part);
    const count = (before?.count ?? 0) + 1;
    const pause = (isDatabase ? databaseRetry : workRetry).delaySeconds(count, this.chance) * 1000;
    const why =
      isDatabase || error instanceof WorkHindrance ? error.message : 'It fails for a reason that the log names';
    this.failing.set(part, {
      sinceAt: before?.sinceAt ?? this.clock.instant(),
      count,
      untilMilliseconds: this.clock.milliseconds() + pause,
      why,
    });
    return pause;
  }

  /** Milliseconds for which a failed part is left alone; 0: try it. */
  pauseOf(part = ''): number {
    return Math.max(0, (this.failing.get(part)?.untilMilliseconds ?? 0) - this.clock.milliseconds());
  }

  /** Its last try failed. */
  isFailing(part = ''): boolean {
    return this.failing.has(part);
  }

  /** What has failed several times in a row, the longest first; null when nothing has. */
  get trouble(): WorkTrouble | null {
    const now = this.clock.milliseconds();
    for (const [part, { untilMilliseconds }] of this.failing)
      if (part !== '' && now - untilMilliseconds > forgottenMilliseconds) this.failing.delete(part);
    const [first] = [...this.failing.values()]
      .filter(({ count }) => count >= tellingFailures)
      .sort((a, b) => a.sinceAt.localeCompare(b.sinceAt));
    return first ? { sinceAt: first.sinceAt, why: first.why } : null;
  }
}
