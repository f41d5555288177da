import { DateTime } from 'luxon';
import type { Instant } from '../../kernel/clock.js';

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;
const dayNames = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];
const part = /^((?:(?:su|mo|tu|we|th|fr|sa)(?:-(?:su|mo|tu|we|th|fr|sa))?|wk|any|al)*)(?:(\d{4})-(\d{4}))?$/;
const dayWord = /(su|mo|tu|we|th|fr|sa|wk|any|al)(?:-(su|mo|tu|we|th|fr|sa))?/g;

/**
 * Hours of a week as FreeRADIUS reads its Login-Time (rlm_logintime): `Wk0800-1800,Sa,Su2200-0200`. Its traps are kept:
 * the minute of the end belongs to the range, and a range over midnight stays within its days (`Su2200-0200` is the
 * first two hours of Sunday and its last two, not Monday).
 */
export class LoginTime {
  private constructor(private readonly openMinutes: Uint8Array) {}

  /** Undefined if `text` has another form. */
  static parse(text: string): LoginTime | undefined {
    const minutes = new Uint8Array(weekMinutes);
    for (const each of text.toLowerCase().split(/[,|]/)) {
      const [whole, days, from, to] = part.exec(each) ?? [];
      const start = minuteOf(from ?? '0000');
      const end = minuteOf(to ?? '2359');
      if (!whole || start === undefined || end === undefined) return undefined;
      for (const day of daysOf(days)) fill(minutes, day, start, end);
    }
    return new LoginTime(minutes);
  }

  isOpen(at: Instant, timeZone: string): boolean {
    return this.openMinutes[minuteOfWeek(localTime(at, timeZone))] === 1;
  }

  /** Whole seconds until the hours that are open at `at` end: 0 if they are closed, null if they never end. */
  secondsLeft(at: Instant, timeZone: string): number | null {
    const local = localTime(at, timeZone);
    const now = minuteOfWeek(local);
    let minutes = 0;
    while (minutes < weekMinutes && this.openMinutes[(now + minutes) % weekMinutes] === 1) minutes += 1;
    if (minutes === weekMinutes) return null;
    if (minutes === 0) return 0;
    // By the wall clock: the day on which clocks go forward is an hour shorter.
    const wall = local.startOf('minute').setZone('utc', { keepLocalTime: true }).plus({ minutes });
    // Of an hour that occurs twice the first is meant, unless that is past: then the end is ahead by today's offset.
    const end = Math.min(...onClocks(wall, timeZone).getPossibleOffsets().map(Number));
    const ahead = end > Date.parse(at) ? end : wall.toMillis() - local.offset * 60_000;
    return Math.floor((ahead - Date.parse(at)) / 1000);
  }
}

/** Where clocks pass over that time, it is when they go forward; luxon takes a later one. */
function onClocks(wall: DateTime, timeZone: string): DateTime {
  const shown = wall.setZone(timeZone, { keepLocalTime: true });
  if (shown.setZone('utc', { keepLocalTime: true }).toMillis() === wall.toMillis()) return shown;
  let first = shown;
  for (let before = shown; before.offset === shown.offset; before = before.minus({ minutes: 1 })) first = before;
  return first;
}

function localTime(at: Instant, timeZone: string): DateTime {
  return DateTime.fromISO(at, { zone: timeZone });
}

function minuteOfWeek({ weekday, hour, minute }: DateTime): number {
  return (weekday % 7) * dayMinutes + hour * 60 + minute;
}

/** 2400 is the end of the day. */
function minuteOf(text: string): number | undefined {
  const [hours, minutes] = [Number(text.slice(0, 2)), Number(text.slice(2))];
  if (minutes > 59 || hours > 24 || (hours === 24 && minutes > 0)) return undefined;
  return Math.min(hours * 60 + minutes, dayMinutes - 1);
}

/** No day means every day. */
function daysOf(words: string): number[] {
  if (words === '') return [0, 1, 2, 3, 4, 5, 6];
  return [...words.matchAll(dayWord)].flatMap(([, first, last]) => {
    if (first === 'wk') return [1, 2, 3, 4, 5];
    if (first === 'any' || first === 'al') return [0, 1, 2, 3, 4, 5, 6];
    const start = dayNames.indexOf(first);
    const count = last ? (dayNames.indexOf(last) - start + 7) % 7 : 0;
    return Array.from({ length: count + 1 }, (_, index) => (start + index) % 7);
  });
}

function fill(minutes: Uint8Array, day: number, start: number, end: number): void {
  const begin = day * dayMinutes;
  if (start <= end) return void minutes.fill(1, begin + start, begin + end + 1);
  minutes.fill(1, begin, begin + end + 1);
  minutes.fill(1, begin + start, begin + dayMinutes);
}
