import type { Chance } from '../../kernel/chance.js';
import type { Clock } from '../../kernel/clock.js';
import { ConnectorProblem } from './connector-problem.js';

const firstWaitSeconds = 10;
const longestWaitSeconds = 600;
const longestAskedSeconds = 3600;

/** Nothing is sent while a vendor asked for silence: ignoring its limits can get an integration blocked. */
export class Backoff {
  private until = 0;
  private refusals = 0;

  constructor(
    private readonly vendor: string,
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  /** @throws ConnectorProblem rate_limited while the wait lasts */
  check(): void {
    if (this.clock.milliseconds() < this.until) throw this.problem(`still waiting, as ${this.vendor} asked`);
  }

  /** From now on there is silence: as long as `retryAfter` (seconds or a date) says, else longer each time. */
  begin(operation: string, retryAfter: string | undefined, status = 429): ConnectorProblem {
    this.refusals += 1;
    const waitSeconds = secondsOf(retryAfter, this.clock) ?? this.growingWait();
    this.until = Math.max(this.until, Math.ceil(this.clock.milliseconds() + waitSeconds * 1000));
    return this.problem(`${operation}: ${status}, too many requests`);
  }

  over(): void {
    this.refusals = 0;
  }

  /**
   * Doubles with each refusal in a row, plus up to half as much again so that several processes do not return together.
   */
  private growingWait(): number {
    return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (this.refusals - 1)) * (1 + this.chance.fraction() / 2);
  }

  private problem(message: string): ConnectorProblem {
    return new ConnectorProblem('rate_limited', message, { retryAt: new Date(this.until).toISOString() });
  }
}

/** Retry-After is seconds or a date. */
function secondsOf(header: string | undefined, clock: Clock): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - clock.milliseconds()) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, longestAskedSeconds) : undefined;
}
