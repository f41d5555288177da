import type { Instant } from '../../kernel/clock.js';
import type { Facts } from './facts.js';

/** Whether the record was to end by now anyway: its absence is no surprise and no sign of a broken list. */
export function isPastItsEnd(facts: Facts, now: Instant): boolean {
  switch (facts.kind) {
    case 'stay':
      return isPast(facts.departureAt, now);
    case 'visit':
      return isPast(facts.expectedDepartureAt, now);
    case 'membership':
      return isPast(facts.endsAt, now);
    case 'employment': {
      const last = [facts.lastWorkingDay, facts.endDate, facts.contractEndDate].filter(Boolean).sort()[0];
      // A calendar day is over everywhere once the next one is over in UTC.
      return last !== undefined && Date.parse(`${last}T00:00:00Z`) + 2 * 86_400_000 <= Date.parse(now);
    }
    case 'presence':
      return false;
  }
}

function isPast(end: Instant | undefined, now: Instant): boolean {
  return end !== undefined && end <= now;
}
