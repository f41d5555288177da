import { DateTime, type DateTimeUnit } from 'luxon';
import { instantAt, type Instant, laterBy } from '../../../kernel/clock.js';
import { Problem } from '../../../kernel/errors.js';

/** When and where a report is requested; relative times count from here. */
export interface Present {
  readonly at: Instant;
  /** The organization's IANA zone, for days, weeks, months and times without an offset. */
  readonly timeZone: string;
}

export function inUtc(at: Instant): Present {
  return { at, timeZone: 'UTC' };
}

const units = new Map(
  (
    [
      ['second', 's sec secs second seconds'],
      ['minute', 'm min mins minute minutes'],
      ['hour', 'h hr hrs hour hours'],
      ['day', 'd day days'],
      ['week', 'w week weeks'],
      ['month', 'mon month months'],
      ['quarter', 'q qtr qtrs quarter quarters'],
      ['year', 'y yr yrs year years'],
    ] satisfies [DateTimeUnit, string][]
  ).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);

const stepForm = /(?:([+-])(\d{0,9})|@)([a-z]+)([0-7]?)/g;
const relativeForm = /^(?:now)?(?:[+-]\d{0,9}[a-z]+|@[a-z]+[0-7]?)+$/;
const absoluteForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;
const epochForm = /^\d{9,10}$/;

/**
 * `now`; steps from now, applied left to right: `-4h` (s, m, h, d, w, mon, q, y, also written out), `@d` back to the
 * start of the unit, as in `-1d@d`, `@w1` or `-1mon@mon+8h`; an ISO 8601 time or day; seconds since 1970. `malformed`
 * says what is allowed.
 */
export function readReportTime(name: string, text: string, { at, timeZone }: Present): Instant {
  // In a URL an unescaped + arrives as a space.
  const plain = text
    .replaceAll(/ (?=\d*[a-z]+)/g, '+')
    .trim()
    .replace(/(T\S+) (?=\d{2}:?\d{2}$)/, '$1+')
    .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d{2}:)/, '$1T');
  const now = DateTime.fromISO(at, { zone: timeZone });
  const moment =
    plain === 'now'
      ? now
      : relativeForm.test(plain)
        ? stepped(now, plain)
        : epochForm.test(plain)
          ? DateTime.fromSeconds(Number(plain))
          : absolute(plain, timeZone);
  const instant = moment && instantAt(moment.toMillis());
  if (!instant) {
    throw new Problem(
      'malformed',
      `${name}: write a relative time such as -4h or -1d@d (s, m, h, d, w, mon, q or y), now, or an ISO 8601 ` +
        'time such as 2026-05-14T13:00:00Z',
    );
  }
  return instant;
}

function stepped(now: DateTime, text: string): DateTime | undefined {
  let moment = now;
  for (const [, sign, amount, name, weekday] of text.matchAll(stepForm)) {
    const unit = units.get(name);
    if (!unit || (weekday && (sign || name !== 'w'))) return undefined;
    if (sign) moment = moment.plus({ [unit]: Number(sign + (amount || '1')) });
    else moment = weekday ? lastWeekday(moment, Number(weekday)) : beginOf(unit, moment);
  }
  return moment;
}

/**
 * Where clocks go back from 1:00 to midnight (Azores, Cuba), the day begins with the first of the two, on whichever
 * side of it `moment` is: else an hour would be in no report of a day.
 */
function beginOf(unit: DateTimeUnit, moment: DateTime): DateTime {
  const begin = moment.startOf(unit);
  if (unit === 'hour' || unit === 'minute' || unit === 'second') return begin;
  return begin.getPossibleOffsets().reduce((first, each) => (each < first ? each : first));
}

/** The start of the latest such weekday; 1 is Monday, 0 and 7 are Sunday. */
function lastWeekday(moment: DateTime, weekday: number): DateTime {
  return beginOf('day', moment.minus({ days: (moment.weekday - weekday + 7) % 7 }));
}

function absolute(text: string, timeZone: string): DateTime | undefined {
  return absoluteForm.test(text) ? DateTime.fromISO(text, { zone: timeZone }) : undefined;
}

export interface ReportSpan {
  /** Included. */
  readonly earliestAt: Instant;
  /** Excluded. */
  readonly latestAt: Instant;
}

export function readSpan(earliest: string, latest: string, present: Present): ReportSpan {
  const span = {
    earliestAt: readReportTime('earliest', earliest, present),
    latestAt: readReportTime('latest', latest, present),
  };
  if (span.earliestAt >= span.latestAt)
    throw new Problem(
      'malformed',
      `earliest: ${span.earliestAt} is not before latest, ${span.latestAt}: name an earlier time, or a later ` +
        'one for latest',
    );
  return span;
}

/** Throws `malformed` if the span is longer; `remedy` says how to get the rest. */
export function requireLength({ earliestAt, latestAt }: ReportSpan, mostDays: number, remedy: string): void {
  if (laterBy(earliestAt, mostDays * 86_400) < latestAt)
    throw new Problem('malformed', `earliest: at most ${mostDays} days before latest; ${remedy}`);
}
