import { DateTime } from 'luxon';
import type { Instant } from '../../kernel/clock.js';
import type { Timetable } from './report-schedule.js';

/** The next time after `now`; for an hour that a clock change skips, the hour after it. */
export function nextTime(now: Instant, { every, weekday, monthDay, hour, timeZone }: Timetable): Instant {
  const local = DateTime.fromISO(now, { zone: timeZone });
  const start =
    every === 'day'
      ? local.startOf('day')
      : every === 'week'
        ? local.startOf('week').plus({ days: weekday - 1 })
        : local.startOf('month').plus({ days: monthDay - 1 });
  const at = (periods: number) => start.plus({ [every]: periods }).set({ hour });
  const next = at(0) > local ? at(0) : at(1);
  return next.toUTC().toJSDate().toISOString();
}

/** The default period: the whole day, week or month before. */
export const spanBefore = {
  day: { earliest: '-1d@d', latest: '@d' },
  week: { earliest: '-1w@w', latest: '@w' },
  month: { earliest: '-1mon@mon', latest: '@mon' },
} as const;
