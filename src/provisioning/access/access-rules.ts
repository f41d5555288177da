import type { FieldProblem } from '../../kernel/errors.js';

/** Every wrong place of an access input. `whole`: all keys must be there (a preset). */
export function wrongPlaces(_input: object, _options: { readonly whole: boolean }): FieldProblem[] {
  return [];
}
