import { Cron } from 'croner';

/** Of five fields, in UTC: whether it ever comes is the same everywhere. */
const options = { mode: '5-part', timezone: 'UTC', paused: true } as const;
const anyDay = new Date('2026-01-01T00:00:00Z');

/** What is wrong with a cron line; null: nothing. */
export function wrongCronLine(value: unknown): string | null {
  const form = 'must be a cron line of five fields, such as 17 4 * * *';
  if (typeof value !== 'string' || value.length > 100) return form;
  try {
    return new Cron(value, options).nextRun(anyDay) ? null : 'is a cron line that never comes';
  } catch {
    return form;
  }
}
