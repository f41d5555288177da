import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import type { PolicyCondition, PolicyFields } from './policy.js';

interface Bound {
  readonly index: number;
  readonly at: Instant;
  /** The instant itself is included. */
  readonly isIncluded: boolean;
}

/**
 * If all conditions must hold and one asks for a time before another's, the policy never matches anybody. Nobody means
 * that.
 */
export function windowProblem({
  match,
  conditions,
}: Pick<PolicyFields, 'match' | 'conditions'>): FieldProblem[] | undefined {
  if (match !== 'all') return undefined;
  const from = boundsOf(conditions, 'gt').toSorted((one, other) => -inTime(one, other) || strictness(one, other))[0];
  const until = boundsOf(conditions, 'lt').toSorted((one, other) => inTime(one, other) || strictness(one, other))[0];
  if (!from || !until || from.at < until.at || (from.at === until.at && from.isIncluded && until.isIncluded))
    return undefined;
  const pointer = `#/conditions/${until.index}/value`;
  return [
    {
      pointer,
      detail:
        `must be after ${from.at}, which condition ${from.index} asks for: the policy would match nobody, ` +
        'since all of its conditions must hold',
    },
  ];
}

function boundsOf(conditions: readonly PolicyCondition[], side: 'gt' | 'lt'): Bound[] {
  return conditions.flatMap(({ field, op, value }, index) =>
    field === 'time' && (op === side || op === `${side}e`)
      ? [{ index, at: String(value), isIncluded: op.endsWith('e') }]
      : [],
  );
}

function inTime(one: Bound, other: Bound): number {
  return one.at < other.at ? -1 : Number(one.at > other.at);
}

/** The one that excludes the instant itself comes first. */
function strictness(one: Bound, other: Bound): number {
  return Number(one.isIncluded) - Number(other.isIncluded);
}
