import type { Chance } from '../../../kernel/chance.js';
import type { Clock } from '../../../kernel/clock.js';
import type { OperationPriority } from '../port/wifi-console.js';
import { operationPriority } from '../port/wifi-console.js';
import { adopt, decide, type Waiter } from './budget-rules.js';
import type { RemoteBudgetRepository } from './remote-budget.repository.js';

/** The server's own count, from an answer; times in milliseconds since 1970, by our clock. */
export interface ServerRate {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetAt: number | null;
  /** The answer was 429: when the server accepts requests again. */
  readonly blockedUntilAt: number | null;
}

type WaitingCall = Waiter & { readonly go: () => void; readonly fail: (error: unknown) => void };

/**
 * Permission to send for one key at one console: never more than the limit in any minute, over all processes on this
 * database. One write of the shared row asks for all that wait in this process.
 */
export class RemoteBudget {
  private readonly waiters: WaitingCall[] = [];
  private alarm = new AbortController();
  private pumping = false;
  private opened = false;
  private serverLimit: number | null = null;
  private lastRemaining = Number.POSITIVE_INFINITY;

  constructor(
    private readonly rows: RemoteBudgetRepository,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly identity: { readonly budget: string; readonly process: string },
    private readonly perMinute: number,
  ) {}

  /**
   * Resolves when one request of this class may be sent now. Rejects if `signal` is aborted first or the database
   * fails.
   */
  take(priority: OperationPriority, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortReason(signal));
      const giveUp = () => {
        this.remove(call);
        reject(abortReason(signal));
      };
      const call: WaitingCall = {
        priority,
        since: this.clock.milliseconds(),
        fail: reject,
        go: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const behindOthers =
        priority !== operationPriority.revoke && this.waiters.some((waiter) => waiter.priority <= priority);
      this.waiters.push(call);
      if (!behindOthers) this.alarm.abort();
      if (!this.pumping) void this.pump();
    });
  }

  /** Adopts the server's limit and count. */
  async note(news: ServerRate): Promise<void> {
    const { limit, remaining, resetAt, blockedUntilAt } = news;
    const newLimit = limit !== null && limit > 0 && limit !== this.serverLimit;
    const lower = limit !== null && remaining !== null && resetAt !== null && remaining < this.lastRemaining - 1;
    this.lastRemaining = remaining ?? Number.POSITIVE_INFINITY;
    if (!newLimit && !lower && blockedUntilAt === null) return;
    const jitter = Math.floor(this.chance.fraction() * 2000);
    await this.open();
    this.serverLimit = await this.rows.change(this.identity.budget, this.perMinute, (state) => {
      const serverLimit = limit !== null && limit > 0 ? limit : state.serverLimit;
      const counted =
        limit !== null && remaining !== null && resetAt !== null ? adopt(state, { limit, remaining, resetAt }) : state;
      const blocked =
        blockedUntilAt === null ? state.blockedUntilAt : Math.max(state.blockedUntilAt ?? 0, blockedUntilAt + jitter);
      return { state: { ...counted, serverLimit, blockedUntilAt: blocked }, answer: serverLimit };
    });
  }

  /** Number waiting in this process, by class. */
  waitingByClass(): number[] {
    const classes = [0, 0, 0, 0, 0];
    for (const { priority } of this.waiters) classes[priority] += 1;
    return classes;
  }

  private async pump(): Promise<void> {
    this.pumping = true;
    try {
      while (this.waiters.length > 0) {
        this.alarm = new AbortController();
        await gatherCallsOfThisTurn();
        const againAt = await this.grantWhatIsDue();
        if (againAt !== null)
          await this.clock.sleep(Math.max(1, againAt - this.clock.milliseconds()), this.alarm.signal);
      }
    } catch (error) {
      for (const waiter of this.waiters.splice(0)) waiter.fail(error);
    } finally {
      this.pumping = false;
    }
  }

  /** Null if all that asked may be sent: those that arrived meanwhile ask at once. */
  private async grantWhatIsDue(): Promise<number | null> {
    await this.open();
    const asking = [...this.waiters];
    const { granted, againAt } = await this.rows.change(this.identity.budget, this.perMinute, (state) => {
      const decision = decide(state, this.identity.process, asking, this.clock.milliseconds());
      return { state: { ...state, ...decision.state }, answer: decision };
    });
    // A request that was given up leaves its permission unused: fewer than allowed, never more.
    for (const index of granted) if (this.remove(asking[index])) asking[index].go();
    return granted.length === asking.length ? null : againAt;
  }

  private async open(): Promise<void> {
    if (this.opened) return;
    await this.rows.open(this.identity.budget, this.perMinute);
    this.opened = true;
  }

  private remove(call: WaitingCall): boolean {
    const index = this.waiters.indexOf(call);
    if (index < 0) return false;
    this.waiters.splice(index, 1);
    return true;
  }
}

function gatherCallsOfThisTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('Given up while waiting for the rate budget');
}
