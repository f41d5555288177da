import { DateTime, IANAZone } from 'luxon';
import type { Instant } from '../../kernel/clock.js';

const earliestPlausible = Date.UTC(1900, 0, 1);
const latestPlausible = Date.UTC(9999, 0, 1);
const secondsOfDay = 86_400;

/** An instant of the outside in our form; null when absent or not one. */
export function instantIn(value: unknown): Instant | null {
  if (typeof value !== 'string') return null;
  return asInstant(Date.parse(value));
}

/** Null outside the years that anybody can mean. */
export function shifted(instant: Instant | null, seconds: number): Instant | null {
  return instant && asInstant(Date.parse(instant) + seconds * 1000);
}

export function laterOf(one: Instant | null, other: Instant | null): Instant | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

export function earlierOf(one: Instant | null, other: Instant | null): Instant | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

export function isZone(name: unknown): name is string {
  return typeof name === 'string' && IANAZone.isValidZone(name);
}

/**
 * Midnight at which the local day `date` (YYYY-MM-DD) begins, `offsetSeconds` later. Whole days of the offset count as
 * calendar days: a day has 23 or 25 hours twice a year.
 */
export function dayBegin(date: string, zone: string, offsetSeconds = 0): Instant | null {
  const days = Math.trunc(offsetSeconds / secondsOfDay);
  const begin = DateTime.fromISO(date, { zone }).plus({ days }).startOf('day').plus({ seconds: offsetSeconds % secondsOfDay });
  return begin.isValid ? asInstant(begin.toMillis()) : null;
}

/** The moment after the last moment of local day `date`, `offsetSeconds` later. */
export function dayEnd(date: string, zone: string, offsetSeconds = 0): Instant | null {
  const next = DateTime.fromISO(date, { zone }).plus({ days: 1 }).toISODate();
  return next && dayBegin(next, zone, offsetSeconds);
}

/** The moment after the local day in which `instant` falls. */
export function dayEndOf(instant: Instant, zone: string): Instant | null {
  const day = DateTime.fromISO(instant, { zone }).toISODate();
  return day && dayEnd(day, zone);
}

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && DateTime.fromISO(value, { zone: 'utc' }).isValid;
}

function asInstant(milliseconds: number): Instant | null {
  return milliseconds > earliestPlausible && milliseconds < latestPlausible ? new Date(milliseconds).toISOString() : null;
}
