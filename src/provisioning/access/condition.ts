import { isLike } from '../../kernel/like.js';
import type { AccessCondition } from './access-condition.dto.js';
import type { Scope } from './record-scope.js';

/** True when every condition holds; no conditions always hold. */
export function conditionsMatch(conditions: readonly AccessCondition[], scope: Scope): boolean {
  return conditions.every((condition) => holds(condition, scope));
}

/**
 * Values compare as exact text (`2` equals `"2"`), `like` ignores case. For a list (groups), one member is enough for
 * eq, in, like, gt, lt; ne and not_in require that none matches. An absent field satisfies only ne, not_in and present:
 * false.
 */
export function holds({ field, op, value }: AccessCondition, scope: Scope): boolean {
  const found = scope[field];
  const members = found === undefined ? [] : [found].flat().map(textOf);
  switch (op) {
    case 'present':
      return members.length > 0 === (value ?? true);
    case 'eq':
      return members.includes(textOf(value));
    case 'ne':
      return !members.includes(textOf(value));
    case 'in':
      return members.some((member) => textsOf(value).includes(member));
    case 'not_in':
      return !members.some((member) => textsOf(value).includes(member));
    case 'gt':
      return members.some((member) => compare(member, textOf(value)) > 0);
    case 'lt':
      return members.some((member) => compare(member, textOf(value)) < 0);
    case 'like':
      return members.some((member) => isLike(member, textOf(value)));
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

/** Texts, numbers and booleans as written; anything else cannot be compared. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value);
}

/** By number if both are numbers, else as text, which also orders instants and days. */
function compare(one: string, other: string): number {
  const isNumeric = [one, other].every((each) => each.trim() !== '' && Number.isFinite(Number(each)));
  if (isNumeric) return Number(one) - Number(other);
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
