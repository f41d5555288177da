import { readPart } from '../../http/body/dto-check.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { reads } from '../access/shape.js';
import type { Connection } from './connection.js';
import { ScheduleDto } from './connection-parts.dto.js';

type Schedule = Connection['schedule'];

const scheduleRule = reads(readPart(ScheduleDto));

/** `written` over what was scheduled before, or over the connector's own schedule. */
export function readSchedule(
  written: unknown,
  before: Schedule,
): { readonly schedule: Schedule; readonly problems: readonly FieldProblem[] } {
  if (written === undefined) return { schedule: before, problems: [] };
  const problems = scheduleRule(written, '#/schedule');
  return { schedule: problems.length > 0 ? before : { ...before, ...(written as Partial<Schedule>) }, problems };
}
