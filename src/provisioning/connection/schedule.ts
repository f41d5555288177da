import { Cron } from 'croner';
import type { FieldProblem } from '../../kernel/errors.js';
import { fine, members, orNull, type Rule, wrong } from '../access/shape.js';
import type { Connection } from './connection.js';

type Schedule = Connection['schedule'];

const form = 'must be a cron line of five fields, such as 17 4 * * *';
const anyDay = new Date('2026-01-01T00:00:00.000Z');

const cronLine: Rule = (value, pointer) => {
  if (typeof value !== 'string' || value.length > 100) return wrong(pointer, form);
  try {
    return new Cron(value, { mode: '5-part', timezone: 'UTC', paused: true }).nextRun(anyDay)
      ? fine
      : wrong(pointer, 'is a cron line that never comes');
  } catch {
    return wrong(pointer, form);
  }
};

const scheduleRule = members({ full: orNull(cronLine), incremental: orNull(cronLine), drift: orNull(cronLine) });

/** `written` over what was scheduled before, or over the connector's own schedule. */
export function readSchedule(
  written: unknown,
  before: Schedule,
): { readonly schedule: Schedule; readonly problems: readonly FieldProblem[] } {
  if (written === undefined) return { schedule: before, problems: [] };
  const problems = scheduleRule(written, '#/schedule');
  return { schedule: problems.length > 0 ? before : { ...before, ...(written as Partial<Schedule>) }, problems };
}
