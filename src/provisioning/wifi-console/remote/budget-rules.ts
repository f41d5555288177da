import { operationPriority, type OperationPriority } from '../port/wifi-console.js';

/** Requests granted within one second of the clock (seconds since 1970). */
export interface Spent {
  readonly second: number;
  readonly requests: number;
  readonly scans: number;
}

/** State of one key at one console, as its row stores it. Times in milliseconds since 1970. */
export interface BudgetState {
  /** Requests a minute: the lower of the setting and the server's own limit. */
  readonly perMinute: number;
  readonly spent: readonly Spent[];
  /** Waiting requests by process and class, valid until `untilAt`. */
  readonly waiting: Readonly<Record<string, { readonly classes: readonly number[]; readonly untilAt: number }>>;
  /** Requests that others spend on the same key, by the server's count. */
  readonly foreign: { readonly requests: number; readonly untilAt: number } | null;
  readonly blockedUntilAt: number | null;
}

export interface Waiter {
  readonly priority: OperationPriority;
  readonly since: number;
}

export interface Decision {
  readonly state: BudgetState;
  /** Positions in `waiters` that may send now. */
  readonly granted: readonly number[];
  /** When asking again may help; meaningful only while somebody still waits. */
  readonly againAt: number;
}

/**
 * A server counts arrivals, we count departures. Two seconds more than a minute satisfy both, for fixed and sliding
 * windows, and for processes whose clocks differ a little.
 */
const windowMilliseconds = 62_000;
const ageingMilliseconds = 300_000;
const believedMilliseconds = 5_000;
const { revoke, grant, scan, cosmetic } = operationPriority;

/**
 * Which of the requests that wait in process `instance` may be sent now.
 *
 * - revocations first; a tenth of the limit (at most 10) is reserved for them
 * - then by class; after five minutes a request moves up one class, but never before a revocation
 * - scans: at most 30 % of the limit (at most 30 a minute), and 2 a minute while revocations or grants wait
 * - cosmetics: only while half the limit is unspent and nobody else waits
 * - leaves room for higher classes that wait in other processes
 */
export function decide(before: BudgetState, instance: string, waiters: readonly Waiter[], clockNow: number): Decision {
  // Never behind what another process wrote; otherwise its requests would expire too late and ours too early.
  const now = Math.max(clockNow, ...before.spent.map(({ second }) => second * 1000));
  const spent = before.spent.filter((each) => expiresAt(each) > now);
  const foreign = before.foreign && before.foreign.untilAt > now ? before.foreign : null;
  const blockedUntilAt = before.blockedUntilAt !== null && before.blockedUntilAt > now ? before.blockedUntilAt : null;
  const others = Object.entries(before.waiting).filter(([name, { untilAt }]) => name !== instance && untilAt > now);
  const othersIn = (from: number, to: number) =>
    others.reduce((sum, [, { classes }]) => sum + classes.slice(from, to).reduce((one, other) => one + other, 0), 0);

  const reserve = Math.min(10, Math.floor(before.perMinute / 10));
  const scanLimit = Math.min(30, Math.max(1, Math.floor(before.perMinute * 0.3)));
  let pool = blockedUntilAt === null ? before.perMinute - sumOf(spent, 'requests') - (foreign?.requests ?? 0) : 0;
  let scans = sumOf(spent, 'scans');
  let urgent = waiters.filter(({ priority }) => priority <= grant).length + othersIn(revoke, grant + 1);
  let beforeCosmetics = waiters.filter(({ priority }) => priority !== cosmetic).length + othersIn(revoke, cosmetic);

  let scansInFront = Math.max(0, 2 - scans);
  const rank = (waiter: Waiter) =>
    waiter.priority === scan && scansInFront-- > 0 ? grant - 0.5 : effectiveClass(waiter, now);
  const order = waiters
    .map((waiter, index) => ({ waiter, index, rank: rank(waiter) }))
    .sort((one, other) => one.rank - other.rank || one.waiter.since - other.waiter.since);
  const granted: number[] = [];
  for (const { waiter, index, rank: place } of order) {
    const kept =
      waiter.priority === revoke ? 0 : Math.max(reserve, othersIn(revoke, grant)) + othersIn(grant, Math.ceil(place));
    if (pool - kept < 1) continue;
    if (waiter.priority === scan && scans >= (urgent > 0 ? Math.min(2, scanLimit) : scanLimit)) continue;
    if (place === cosmetic && (beforeCosmetics > 0 || pool <= before.perMinute / 2)) continue;
    granted.push(index);
    pool -= 1;
    if (waiter.priority === scan) scans += 1;
    if (waiter.priority <= grant) urgent -= 1;
    if (waiter.priority !== cosmetic) beforeCosmetics -= 1;
  }

  const left = waiters.filter((_, index) => !granted.includes(index));
  const state: BudgetState = {
    perMinute: before.perMinute,
    foreign,
    blockedUntilAt,
    spent: addSpent(
      spent,
      Math.floor(now / 1000),
      granted.length,
      granted.filter((index) => waiters[index].priority === scan).length,
    ),
    waiting: {
      ...Object.fromEntries(others),
      ...(left.length > 0
        ? { [instance]: { classes: countClasses(left, now), untilAt: now + believedMilliseconds } }
        : {}),
    },
  };
  return { state, granted, againAt: nextChance(state, now) };
}

/** Compares with the server's own count: if it is higher than ours, somebody else uses the key. */
export function adopt(
  state: BudgetState,
  seen: { readonly limit: number; readonly remaining: number; readonly resetAt: number },
): BudgetState {
  const windowFrom = seen.resetAt - windowMilliseconds;
  const ours = sumOf(
    state.spent.filter(({ second }) => (second + 1) * 1000 > windowFrom),
    'requests',
  );
  const requests = seen.limit - seen.remaining - ours;
  if (requests <= 0) return state;
  const untilAt = seen.resetAt + 1000;
  // A reset time is given in whole seconds, so the same window may seem to move by a second.
  const known = state.foreign && Math.abs(state.foreign.untilAt - untilAt) <= 1500 ? state.foreign.requests : 0;
  return { ...state, foreign: { requests: Math.max(requests, known), untilAt } };
}

function effectiveClass({ priority, since }: Waiter, now: number): number {
  return priority === revoke ? revoke : Math.max(grant, priority - Math.floor((now - since) / ageingMilliseconds));
}

function countClasses(waiters: readonly Waiter[], now: number): number[] {
  const classes = [0, 0, 0, 0, 0];
  for (const waiter of waiters) classes[effectiveClass(waiter, now)] += 1;
  return classes;
}

function expiresAt({ second }: Spent): number {
  return (second + 1) * 1000 + windowMilliseconds;
}

function sumOf(spent: readonly Spent[], field: 'requests' | 'scans'): number {
  return spent.reduce((sum, each) => sum + each[field], 0);
}

function addSpent(spent: readonly Spent[], second: number, requests: number, scans: number): readonly Spent[] {
  if (requests === 0) return spent;
  const last = spent.at(-1);
  if (last?.second !== second) return [...spent, { second, requests, scans }];
  return [...spent.slice(0, -1), { second, requests: last.requests + requests, scans: last.scans + scans }];
}

/** Something can change when the oldest requests leave the window, a block ends, or others' claims expire. */
function nextChance(state: BudgetState, now: number): number {
  const moments = [
    now + believedMilliseconds / 2,
    state.spent.length > 0 ? expiresAt(state.spent[0]) : null,
    state.foreign?.untilAt,
    state.blockedUntilAt,
  ];
  return Math.max(
    now + 50,
    Math.min(...moments.filter((moment): moment is number => typeof moment === 'number' && moment > now)),
  );
}
