import type { Instant } from '../../kernel/clock.js';
import type { AccessSettings } from './access-settings.js';
import { clockTimeOn, dayEndOf, earlierOf, instantIn, isZone, laterOf, shifted } from './moment.js';
import { type Scope, textOf } from './record-scope.js';

/** What no visit outlasts, whatever its system says. */
const longestVisitSeconds = 30 * 86_400;
/** The end of the day in a place whose zone is not known. */
const usualDaySeconds = 8 * 3600;

/**
 * The clock's own end of a visit, which no sighting carries further: people forget to sign out, and signing out by the
 * clock is often told to nobody. It is the end of the day of the planned end, the hour at which the site closes, the
 * longest a visit may be, or 30 days: what comes first. `first`: when the visit began, or is to begin. `end`: the
 * planned end, grace included.
 */
export function visitLimit(
  ends: AccessSettings['ends'],
  scope: Scope,
  first: Instant | null,
  end: Instant | null,
): Instant | null {
  const longest = shifted(first, Math.min(ends.longest_seconds ?? longestVisitSeconds, longestVisitSeconds));
  const planned = instantIn(scope[`${ends.at}_at`]) ?? first;
  if (!planned || !first) return longest;
  const zone = textOf(scope, 'time_zone');
  const lastOfDay = isZone(zone) ? dayEndOf(justBefore(planned), zone) : shifted(end ?? planned, usualDaySeconds);
  const closing = ends.closing_time && isZone(zone) ? clockTimeOn(justBefore(planned), ends.closing_time, zone) : null;
  // A visit that begins after closing is an evening of its own.
  const closes = closing && closing > first ? closing : null;
  const dayLimit = end && laterOf(end, lastOfDay);
  return earlierOf(earlierOf(dayLimit, closes), longest);
}

/** Midnight ends the day before it. */
function justBefore(instant: Instant): Instant {
  return new Date(Date.parse(instant) - 1).toISOString();
}
