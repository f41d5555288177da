import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';

/** From when until when something holds, as a record has it; null: no limit on that side. */
export interface Period {
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
}

/**
 * What is wrong with the period of a record when `written` is what is said of it now: it has to end after it begins,
 * whichever half was stored before. Undefined when nothing is said of it: what stands since earlier keeps nobody from
 * changing something else.
 */
export function periodProblem({ validFrom, validUntil }: Period, written: Partial<Period>): FieldProblem[] | undefined {
  if (written.validFrom === undefined && written.validUntil === undefined) return undefined;
  if (validFrom === null || validUntil === null || validFrom < validUntil) return undefined;
  return written.validUntil === undefined
    ? [{ pointer: '#/valid_from', detail: `must be before valid_until, which is ${validUntil}` }]
    : [{ pointer: '#/valid_until', detail: `must be after valid_from, which is ${validFrom}` }];
}
