import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';

export const usualDigestHour = 7;

/**
 * The next time after `now` when it is `hour`:00 in `timeZone` (IANA; UTC if unknown); a skipped hour is the one after.
 */
export function nextDigest(now: Instant, timeZone: string, hour: number): Instant {
  const local = DateTime.fromISO(now, { zone: timeZone });
  const here = local.isValid ? local : DateTime.fromISO(now, { zone: 'utc' });
  // From the day, not from today's time: where the clocks skip that hour, tomorrow's would be late as well.
  const at = (days: number) => here.startOf('day').plus({ days }).set({ hour });
  const next = at(0) > here ? at(0) : at(1);
  return next.toUTC().toJSDate().toISOString();
}
