import { Cron } from 'croner';
import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { fine, members, orNull, type Rule, wrong } from '../access/shape.js';
import type { Connection } from './connection.js';

type Schedule = Connection['schedule'];

const cronLine: Rule = (value, pointer) => {
  if (typeof value !== 'string' || value.length > 100) return wrong(pointer, 'must be a cron line of five fields in UTC, such as 17 4 * * *');
  try {
    return nextTime(value, '2026-01-01T00:00:00.000Z') ? fine : wrong(pointer, 'is a cron line that never comes');
  } catch {
    return wrong(pointer, 'must be a cron line of five fields in UTC, such as 17 4 * * *');
  }
};

const scheduleRule = members({ full: orNull(cronLine), incremental: orNull(cronLine) });

/** `written` over what was scheduled before, or over the connector's own schedule. */
export function readSchedule(written: unknown, before: Schedule): { readonly schedule: Schedule; readonly problems: readonly FieldProblem[] } {
  if (written === undefined) return { schedule: before, problems: [] };
  const problems = scheduleRule(written, '#/schedule');
  return { schedule: problems.length > 0 ? before : { ...before, ...(written as Partial<Schedule>) }, problems };
}

/** The first time after `after` that a cron line names; null when there is none. */
export function nextTime(line: string | null, after: Instant): Instant | null {
  if (line === null) return null;
  return new Cron(line, { mode: '5-part', timezone: 'UTC', paused: true }).nextRun(new Date(after))?.toISOString() ?? null;
}
