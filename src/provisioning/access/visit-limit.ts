import type { Instant } from '../../kernel/clock.js';
import type { AccessSettings } from './access-settings.dto.js';
import { clockTimeOn, dayEndOf, earlierOf, instantIn, isZone, laterOf, shifted } from './moment.js';
import { type Scope, textOf } from './record-scope.js';

/** No visit lasts longer, whatever its system says. */
const longestVisitSeconds = 30 * 86_400;
/** The end of the day at a site without a known zone. */
const usualDaySeconds = 8 * 3600;

/**
 * The latest end of a visit, which no sighting extends: people forget to sign out, and automatic sign-outs are often
 * not reported. It is the earliest of: the end of the day of the planned end, the site's closing time, the longest
 * visit, and 30 days. `first`: when the visit began, or will begin. `end`: the planned end with grace.
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
