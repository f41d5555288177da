import { type FieldProblem, pointerToken } from '../errors.js';

/**
 * Every text (and name) in `value` that PostgreSQL cannot store: texts with U+0000 or half of a surrogate pair. Only
 * for values of limited depth.
 */
export function unstorableTexts(value: unknown, above = '#'): FieldProblem[] {
  if (typeof value === 'string') return problemsOf(value).map((detail) => ({ pointer: above, detail }));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const pointer = `${above}/${pointerToken(name)}`;
    const own = problemsOf(name);
    return own.length > 0 ? own.map((detail) => ({ pointer, detail })) : unstorableTexts(inner, pointer);
  });
}

function problemsOf(text: string): string[] {
  if (text.includes('\0')) return ['must not contain the character U+0000'];
  return text.search(/\p{Cs}/u) < 0 ? [] : ['must be well-formed Unicode: there is half of a surrogate pair in it'];
}
