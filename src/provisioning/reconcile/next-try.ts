import type { Chance } from '../../kernel/chance.js';
import { type Instant, laterBy } from '../../kernel/clock.js';
import { mostOperationAttempts, outsideRetry } from '../host/outside-retry.js';
import type { Account } from '../identity/account.js';

const revokeAgainSeconds = 3600;
const longestOutageWaitSeconds = 3600;

/** When to try again; null: never by itself. A revocation is never given up. */
export function nextTryAt(
  attempts: number,
  revokes: boolean,
  now: Instant,
  chance: Pick<Chance, 'fraction'>,
): Instant | null {
  if (attempts < mostOperationAttempts) return outsideRetry.nextAt(now, attempts, chance);
  return revokes ? laterBy(now, revokeAgainSeconds) : null;
}

/** Tries at a console that is known to be away count once: they say nothing of the operation. */
export function attemptsAfter(account: Account, isAway: boolean): number {
  return account.attempts + (isAway && account.problem?.code === 'unreachable' ? 0 : 1);
}

/** ConsoleOutages makes it due when the console is back, unless the console fails on this very operation. */
export function waitsForReturnUntil(now: Instant, attempts: number, chance: Pick<Chance, 'fraction'>): Instant {
  return attempts < mostOperationAttempts
    ? laterBy(now, longestOutageWaitSeconds)
    : outsideRetry.nextAt(now, attempts, chance);
}
