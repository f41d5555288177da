import type { Clock } from '../../kernel/clock.js';
import { RateBudget, type RequestLimit } from '../../kernel/rate-budget.js';

/** A process has one clock. */
const ofProcess = new WeakMap<Clock, Map<string, RateBudget>>();

/** The budget of this process with one outside host, for all who ask it. */
export function addressBudget(clock: Clock, host: string, limit: RequestLimit): RateBudget {
  const known = ofProcess.get(clock) ?? new Map<string, RateBudget>();
  ofProcess.set(clock, known);
  const budget = known.get(host) ?? new RateBudget(clock, limit);
  known.set(host, budget);
  return budget;
}
