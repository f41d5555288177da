import type { FieldProblem } from '../../kernel/errors.js';
import { escaped } from './field-problems.js';

/** An object or list that is open at some place of a text: names met so far, or how many elements. */
interface Open {
  readonly names: string[] | undefined;
  /** Once `names` is long. */
  lookup?: Set<string>;
  index: number;
}

const [quote, colon, comma, backslash, openList, closeList, openObject, closeObject] = Array.from('":,\\[]{}', (sign) =>
  sign.charCodeAt(0),
);
const fewNames = 16;

/**
 * The first member of a JSON text that its object names twice: readers take the last, some the first, and nobody meant
 * both. The text is valid JSON. Jumps from quotation mark to quotation mark, since every request's body passes here.
 */
export function repeatedMember(
  text: string,
  pointerOf = (index: string): string => `#/${index}`,
): FieldProblem | undefined {
  const open: Open[] = [];
  let top: Open | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfText(text, at);
      if (top?.names !== undefined && isName(text, end)) {
        const name = nameAt(text, at, end);
        if (isNamed(top, name))
          return {
            pointer: pointerTo([...open.map(placeIn), name], pointerOf),
            detail: 'is named twice in its object: say it once',
          };
        top.names.push(name);
      }
      at = end;
    } else if (sign === comma) {
      if (top) top.index += 1;
    } else if (sign === openObject || sign === openList) {
      if (top) open.push(top);
      top = { names: sign === openObject ? [] : undefined, index: 0 };
    } else if (sign === closeObject || sign === closeList) top = open.pop();
  }
  return undefined;
}

/** Place of the quotation mark that ends what begins at `from`. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (text.charCodeAt(end - 1) === backslash && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (at - before) % 2 === 1;
}

function isName(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= 32) next += 1;
  return text.charCodeAt(next) === colon;
}

function nameAt(text: string, from: number, end: number): string {
  const name = text.slice(from + 1, end);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}

function isNamed(object: Open, name: string): boolean {
  const { names = [] } = object;
  if (names.length < fewNames) return names.includes(name);
  object.lookup ??= new Set(names);
  const isKnown = object.lookup.has(name);
  object.lookup.add(name);
  return isKnown;
}

function placeIn({ names, index }: Open): string {
  return names?.at(-1) ?? String(index);
}

function pointerTo([first, ...further]: string[], pointerOf: (index: string) => string): string {
  return [pointerOf(escapedName(first)), ...further.map(escapedName)].join('/');
}

function escapedName(name: string): string {
  return escaped(name.slice(0, 200).replaceAll(/\p{Cs}/gu, '?'));
}
