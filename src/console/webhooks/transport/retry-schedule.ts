import type { Chance } from '../../../kernel/chance.js';

/**
 * Seconds from one failed attempt to the next, as Standard Webhooks advises: ten attempts over a bit more than three
 * days.
 */
export const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

const mostSeconds = 86_400;
const jitter = 0.1;

/**
 * Seconds until the next attempt after `attempts` failed ones; undefined when that was the last. Never earlier than the
 * schedule, up to a tenth later, so that many do not come back at once; later still when the receiver asked for it.
 */
export function webhookRetryDelaySeconds(
  attempts: number,
  retryAfterSeconds: number | null,
  chance: Chance,
): number | undefined {
  const seconds = retrySeconds[attempts - 1];
  if (seconds === undefined) return undefined;
  return Math.max(seconds * (1 + jitter * chance.fraction()), Math.min(retryAfterSeconds ?? 0, mostSeconds));
}

/** RFC 9110, 10.2.3: seconds, or a date. Null when there is none or it cannot be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const milliseconds = Date.parse(header);
  return Number.isNaN(milliseconds) ? null : Math.max(0, Math.ceil((milliseconds - now.getTime()) / 1000));
}
