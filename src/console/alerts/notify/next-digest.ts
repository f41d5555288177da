import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';

export const usualDigestHour = 7;

/** The next time after `now` when it is `hour`:00 in `timeZone` (IANA; UTC if unknown). */
export function nextDigest(now: Instant, timeZone: string, hour: number): Instant {
  const local = DateTime.fromISO(now, { zone: timeZone });
  const here = local.isValid ? local : DateTime.fromISO(now, { zone: 'utc' });
  const today = here.set({ hour, minute: 0, second: 0, millisecond: 0 });
  const next = today.toMillis() > here.toMillis() ? today : today.plus({ days: 1 });
  return next.toUTC().toJSDate().toISOString();
}
