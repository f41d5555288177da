import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { DateTime, IANAZone } from 'luxon';
import type { Instant } from '../../kernel/clock.js';

/** Systems write 0001-01-01 and 9999-12-31 to mean no bound: outside these years there is none. */
const earliestPlausible = Date.UTC(1900, 0, 1);
const latestPlausible = Date.UTC(9999, 0, 1);
const secondsOfDay = 86_400;

/** Zones cost most here (0.3 ms a look-up), and a house has one: a list of thousands asks for the same few days. */
const zones = new LRUCache<string, boolean>({ max: 1000 });
const begins = new LRUCache<string, Instant>(atMost(20_000));

/** An outside instant in our form; null when absent or malformed. */
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
  if (typeof name !== 'string') return false;
  const known = zones.get(name) ?? IANAZone.isValidZone(name);
  zones.set(name, known);
  return known;
}

/**
 * Midnight at which the local day `date` (YYYY-MM-DD) begins, `offsetSeconds` later. Whole days of the offset count as
 * calendar days: a day has 23 or 25 hours twice a year.
 */
export function dayBegin(date: string, zone: string, offsetSeconds = 0): Instant | null {
  const place = `${date} ${zone} ${offsetSeconds}`;
  const known = begins.get(place);
  if (known) return known;
  const begin = beginOf(date, zone, offsetSeconds);
  if (begin) begins.set(place, begin);
  return begin;
}

function beginOf(date: string, zone: string, offsetSeconds: number): Instant | null {
  const days = Math.trunc(offsetSeconds / secondsOfDay);
  const midnight = DateTime.fromISO(date, { zone }).plus({ days }).startOf('day');
  if (!midnight.isValid) return null;
  // Where clocks go back from 1:00 to midnight (Azores, Cuba), the day begins with the first of the two.
  const [first] = midnight.getPossibleOffsets().sort((one, other) => one.toMillis() - other.toMillis());
  return asInstant(first.plus({ seconds: offsetSeconds % secondsOfDay }).toMillis());
}

/** The moment after the last moment of local day `date`, `offsetSeconds` later. */
export function dayEnd(date: string, zone: string, offsetSeconds = 0): Instant | null {
  const next = asInstant(Date.parse(`${date}T00:00:00.000Z`) + secondsOfDay * 1000);
  return next && dayBegin(next.slice(0, 10), zone, offsetSeconds);
}

/** The moment after the local day in which `instant` falls. */
export function dayEndOf(instant: Instant, zone: string): Instant | null {
  const day = DateTime.fromISO(instant, { zone }).toISODate();
  return day && dayEnd(day, zone);
}

/** The instant of `time` (HH:MM) on the local day of `instant`. A time that occurs twice that day is the later one. */
export function clockTimeOn(instant: Instant, time: string, zone: string): Instant | null {
  const [hour, minute] = time.split(':').map(Number);
  const at = DateTime.fromISO(instant, { zone }).startOf('day').set({ hour, minute });
  if (!at.isValid) return null;
  const again = at.getPossibleOffsets().map((each) => each.toMillis());
  return asInstant(Math.max(...again));
}

/** False for 0001-01-01, 9999-12-31 and the like, which mean that there is no day. */
export function isBound(day: string): boolean {
  return asInstant(Date.parse(`${day}T00:00:00.000Z`)) !== null;
}

/** Most days: they need no calendar. */
const inEveryMonth = /-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/;

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  if (inEveryMonth.test(value)) return true;
  // Date turns 31 February into 3 March: a real day survives the round trip.
  const milliseconds = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(value);
}

function asInstant(milliseconds: number): Instant | null {
  return milliseconds > earliestPlausible && milliseconds < latestPlausible
    ? new Date(milliseconds).toISOString()
    : null;
}
