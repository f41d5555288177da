import type { Clock } from '../../kernel/clock.js';
import { RateBudget, type RequestLimit } from '../../kernel/rate-budget.js';

/** What vendors allow one source address, whoever asks: all processes keep to it together. */
export interface SharedBudgets {
  /** Resolves when a request to this host may be sent; rejects when `signal` is aborted first. */
  take(host: string, limit: RequestLimit, signal: AbortSignal): Promise<void>;
}

/** A process has one clock. */
const ofProcess = new WeakMap<Clock, Map<string, RateBudget>>();

/** The budgets of this process alone, where nothing is shared. */
export function budgetsOfProcess(clock: Clock): SharedBudgets {
  const known = ofProcess.get(clock) ?? new Map<string, RateBudget>();
  ofProcess.set(clock, known);
  return {
    take: (host, limit, signal) => {
      const budget = known.get(host) ?? new RateBudget(clock, limit);
      known.set(host, budget);
      return budget.take(signal);
    },
  };
}
