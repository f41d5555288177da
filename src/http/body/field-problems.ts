import type { ValidationError } from 'class-validator';
import type { FieldProblem } from '../../kernel/errors.js';

/** class-validator's tree of errors as a flat list with JSON Pointers (`#/clients/0/address`). */
export function fieldProblems(errors: readonly ValidationError[], above = '#'): FieldProblem[] {
  return errors.flatMap((error) => {
    const pointer = `${above}/${escaped(error.property)}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({ pointer, detail: detailOf(rule, message, error.property) }));
    return [...own, ...fieldProblems(error.children ?? [], pointer)];
  });
}

function detailOf(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field: remove it';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}

/** RFC 6901 within a URI fragment. */
export function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
