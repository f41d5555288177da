import type { ValidationError } from 'class-validator';
import { type FieldProblem, pointerToken } from '../../kernel/errors.js';

export const notSettable = 'is not a field that can be set: remove it';

/**
 * Flattens class-validator's tree of errors into a list with JSON Pointers (`#/clients/0/address`). class-validator
 * tries every rule on every value, so that an absent list also "has too many elements": of each field only the first
 * thing to fix is reported.
 */
export function fieldProblems(errors: readonly ValidationError[], above = '#'): FieldProblem[] {
  return errors.flatMap((error) => {
    const pointer = `${above}/${pointerToken(error.property)}`;
    return [...ownProblem(error, pointer), ...fieldProblems(error.children ?? [], pointer)];
  });
}

function ownProblem({ constraints = {}, property, value }: ValidationError, pointer: string): FieldProblem[] {
  const [first] = Object.entries(constraints).toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  if (!first) return [];
  const [rule, message] = first;
  if (rule === 'whitelistValidation') return [{ pointer, detail: notSettable }];
  return [{ pointer, detail: value === undefined ? 'is required' : inOurWords(message, property) }];
}

/** The type of a value comes before its content. */
const types = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isArray', 'isObject', 'isUuid', 'isEmail'];

function rankOf(rule: string): number {
  return types.includes(rule) ? 0 : 1;
}

/** In the same words as readers.ts. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^must be a string$/, 'must be text'],
  [/^must be an integer number$/, 'must be a whole number'],
  [/^must be a boolean value$/, 'must be true or false'],
  [/^must be an array$/, 'must be a list'],
  [/^must be a UUID$/, 'must be an id (UUID)'],
  [/^must be one of the following values: /, 'must be one of '],
  [
    /^(should not be empty|must be longer than or equal to 1 characters|must contain at least 1 elements)$/,
    'must not be empty',
  ],
  [/^must be longer than or equal to (\d+) characters$/, 'must have at least $1 characters'],
  [/^must be shorter than or equal to (\d+) characters$/, 'must have at most $1 characters'],
  [/^must contain (at least|no more than) (\d+) elements$/, 'must have $1 $2 elements'],
  [/^All .* elements must be unique$/, 'must name each one once'],
];

function inOurWords(message: string, property: string): string {
  const named = message.replace(`each value in ${property} `, '');
  const detail = named.startsWith(`${property} `) ? named.slice(property.length + 1) : named;
  const [form, ours] = words.find(([each]) => each.test(detail)) ?? [];
  return form && ours ? detail.replace(form, ours) : detail;
}
