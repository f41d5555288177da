import type { Chance } from '../../kernel/chance.js';
import type { Clock } from '../../kernel/clock.js';
import type { OutboundResponse } from '../../kernel/http-client.js';
import { jitter, rateResetSeconds, retryAfterSeconds, RetryPolicy } from '../../kernel/retry-policy.js';
import { ConnectorProblem } from './connector-problem.js';

const vendorRetry = new RetryPolicy({
  delays: { firstSeconds: 10, ceilingSeconds: 600 },
  // Longer, never shorter, so that several processes do not return together.
  jitter: jitter.halfLater,
  asked: { replaces: true, longestSeconds: 3_600 },
});

/** Sends nothing while a vendor has asked us to wait: ignoring its limits can get an integration blocked. */
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

  /** Waits from now on: as long as the answer asks for, else longer each time. */
  begin(operation: string, { status, headers }: Pick<OutboundResponse, 'status' | 'headers'>): ConnectorProblem {
    this.refusals += 1;
    const now = this.clock.milliseconds();
    const asked = retryAfterSeconds(headers, now) ?? rateResetSeconds(headers, now);
    const waitSeconds = vendorRetry.delaySeconds(this.refusals, this.chance, asked);
    this.until = Math.max(this.until, Math.ceil(now + waitSeconds * 1000));
    return this.problem(`${operation}: ${status}, too many requests`, status);
  }

  over(): void {
    this.refusals = 0;
  }

  /** Without a status, nothing was sent. */
  private problem(message: string, status?: number): ConnectorProblem {
    const retryAt = new Date(this.until).toISOString();
    return new ConnectorProblem('rate_limited', message, status === undefined ? { retryAt } : { retryAt, status });
  }
}
