import type { FieldProblem } from '../../kernel/errors.js';
import { escaped } from './field-problems.js';

/**
 * Every text in `value` (and every name) that PostgreSQL cannot keep as it is: those with U+0000 and those with half of
 * a surrogate pair. Only for values that `nestsDeeper` let through.
 */
export function unstorableTexts(value: unknown, above = '#'): FieldProblem[] {
  if (typeof value === 'string') return problemsOf(value).map((detail) => ({ pointer: above, detail }));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const pointer = `${above}/${escaped(name.slice(0, 200).replaceAll(half, '?'))}`;
    const own = problemsOf(name);
    return own.length > 0 ? own.map((detail) => ({ pointer, detail })) : unstorableTexts(inner, pointer);
  });
}

function problemsOf(text: string): string[] {
  if (text.includes('\0')) return ['must not contain the character U+0000'];
  return text.search(half) < 0 ? [] : ['must be well-formed Unicode: there is half of a surrogate pair in it'];
}

/** Whether a JSON text, not parsed yet, has more than `most` lists and objects within each other. */
export function nestsDeeper(json: Uint8Array, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return false;
}

const half = /\p{Cs}/gu;
const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');
