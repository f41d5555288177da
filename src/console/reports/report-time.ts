import { instantAt, type Instant, laterBy } from '../../kernel/clock.js';
import { Problem } from '../../kernel/errors.js';

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const relativeForm = /^([+-])(\d{1,9})([smhdw])$/;
const instantForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** `now`, `-4h` (s, m, h, d, w) or an ISO 8601 time, as an instant. `malformed` says what else could be written. */
export function readReportTime(name: string, text: string, now: Instant): Instant {
  const trimmed = text.trim();
  if (trimmed === 'now') return now;
  const [, sign, amount, unit] = relativeForm.exec(trimmed) ?? [];
  // In a URL an unescaped + arrives as a space.
  const plain = trimmed.replace(/ (?=\d{2}:\d{2}$)/, '+');
  const milliseconds = unit ? Date.parse(now) + Number(`${sign}${amount}`) * seconds[unit] * 1000 : instantForm.test(plain) ? Date.parse(plain) : Number.NaN;
  const instant = instantAt(milliseconds);
  if (!instant) throw new Problem('malformed', `${name}: write a relative time such as -4h (s, m, h, d or w), now, or an ISO 8601 time such as 2026-05-14T13:00:00Z`);
  return instant;
}

export interface ReportSpan {
  /** Included. */
  readonly earliestAt: Instant;
  /** Excluded. */
  readonly latestAt: Instant;
}

export function readSpan(earliest: string, latest: string, now: Instant): ReportSpan {
  const span = { earliestAt: readReportTime('earliest', earliest, now), latestAt: readReportTime('latest', latest, now) };
  if (span.earliestAt >= span.latestAt) throw new Problem('malformed', `earliest: ${span.earliestAt} is not before latest, ${span.latestAt}: name an earlier time, or a later one for latest`);
  return span;
}

/** Throws `malformed` unless the span is at most so long; `remedy` says how to get the rest. */
export function requireLength({ earliestAt, latestAt }: ReportSpan, mostDays: number, remedy: string): void {
  if (laterBy(earliestAt, mostDays * 86_400) < latestAt) throw new Problem('malformed', `earliest: at most ${mostDays} days before latest; ${remedy}`);
}
