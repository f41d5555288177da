import type { Zoom } from './search';
import type { Entry } from './timeline-records';

const hour = 3_600_000;

/** Milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What the picture spans: a day around now, or all entries with some room on both sides. */
export function spanOf(entries: readonly Entry[], now: number, zoom: Zoom): Span {
  if (zoom === 'day') return { from: now - 18 * hour, to: now + 6 * hour };
  const times = [now, ...entries.flatMap(({ at, until }) => [at, ...(until ? [until] : [])].map(Date.parse))];
  const from = Math.min(...times);
  const to = Math.max(...times);
  const room = Math.max((to - from) * 0.03, hour / 4);
  return { from: from - room, to: to + room };
}

const steps = [1, 2, 3, 6, 12, 24, 48, 7 * 24, 14 * 24, 30 * 24, 90 * 24, 365 * 24].map((hours) => hours * hour);

/** At most as many marks on the axis as there is room for, at whole steps of the local day. */
export function ticksOf({ from, to }: Span, most: number, offsetMilliseconds: number): readonly number[] {
  const step = steps.find((each) => (to - from) / each <= most) ?? (to - from) / most;
  const first = Math.ceil((from + offsetMilliseconds) / step) * step - offsetMilliseconds;
  const ticks: number[] = [];
  for (let at = first; at <= to; at += step) ticks.push(at);
  return ticks;
}

/** Milliseconds that a zone is ahead of UTC at an instant. */
export function zoneOffset(at: number, timeZone: string | undefined): number {
  const written = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: string): number => Number(written.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1000) * 1000;
}

export interface Mark {
  readonly x: number;
  /** Of what lasts. */
  readonly width: number;
  readonly entries: readonly [Entry, ...Entry[]];
}

/** Entries of one lane that would lie upon each other are one mark with their number. */
export function marksOf(entries: readonly Entry[], span: Span, now: number, width: number): readonly Mark[] {
  const x = (at: number): number => ((at - span.from) / (span.to - span.from)) * width;
  const marks: Mark[] = [];
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    const end = entry.until ? Date.parse(entry.until) : entry.kind === 'online' ? now : at;
    if (end < span.from || at > span.to) continue;
    const left = Math.max(x(at), 0);
    const mark: Mark = { x: left, width: Math.min(x(end), width) - left, entries: [entry] };
    const before = marks.at(-1);
    if (before && left - (before.x + before.width) < 14 && mark.width < 14 && before.width < 14)
      marks[marks.length - 1] = { ...before, entries: [...before.entries, entry] };
    else marks.push(mark);
  }
  return marks;
}
