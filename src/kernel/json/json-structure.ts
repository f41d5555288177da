import { type FieldProblem, pointerToken } from '../errors.js';

export interface StructureLimits {
  /** How many lists and objects may stand within each other: what walks through values would run out of stack. */
  readonly deepest: number;
  /** Refuses an object that names a member twice: readers take the last, some the first, and nobody meant both. */
  readonly namesOnce?: boolean;
  /**
   * Refuses names to which JavaScript gives a meaning of its own. `all`: wherever they stand; `reaching`: where they
   * reach into a prototype.
   */
  readonly reservedNames?: 'all' | 'reaching';
}

/** An object or list that is open at some place of a text: names met so far, or how many elements. */
interface Open {
  readonly names: string[] | undefined;
  /** Once `names` is long. */
  lookup?: Set<string>;
  index: number;
}

export interface Structure {
  readonly isTooDeep: boolean;
  readonly isReserved: boolean;
  /** The first member that its object names twice. */
  readonly repeated: FieldProblem | undefined;
}

const [quote, colon, comma, backslash, openList, closeList, openObject, closeObject] = Array.from('":,\\[]{}', (sign) =>
  sign.charCodeAt(0),
);
const fewNames = 16;
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Looks at a JSON text before it is parsed. Jumps from quotation mark to quotation mark, since every request's body
 * passes here. Whether the text is JSON at all is for the parser to say: of one that is not, anything may be told.
 */
export class JsonStructure implements Structure {
  isTooDeep = false;
  isReserved = false;
  repeated: FieldProblem | undefined;
  private readonly open: Open[] = [];
  private top: Open | undefined;

  constructor(
    private readonly limits: StructureLimits,
    private readonly elementPointer: (index: string) => string,
  ) {}

  of(text: string): Structure {
    const looksAtNames = this.limits.namesOnce === true || this.limits.reservedNames !== undefined;
    let depth = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === quote) {
        const end = endOfText(text, at);
        if (end < 0) return this;
        if (looksAtNames && this.top?.names !== undefined && isName(text, end)) this.named(this.top, text, at, end);
        at = end;
      } else if (sign === comma) {
        if (this.top) this.top.index += 1;
      } else if (sign === openObject || sign === openList) {
        depth += 1;
        if (depth > this.limits.deepest) {
          this.isTooDeep = true;
          return this;
        }
        if (this.top) this.open.push(this.top);
        this.top = { names: sign === openObject ? [] : undefined, index: 0 };
      } else if (sign === closeObject || sign === closeList) {
        depth -= 1;
        this.top = this.open.pop();
      }
    }
    return this;
  }

  private named(object: Open, text: string, from: number, end: number): void {
    const name = nameAt(text, from, end);
    if (this.limits.reservedNames && this.isReservedHere(name)) this.isReserved = true;
    if (this.limits.namesOnce && this.repeated === undefined && isNamed(object, name))
      this.repeated = { pointer: this.pointerTo(name), detail: 'is named twice in its object: say it once' };
    object.names?.push(name);
  }

  private isReservedHere(name: string): boolean {
    if (this.limits.reservedNames === 'all') return reservedNames.has(name);
    return name === '__proto__' || (name === 'prototype' && this.open.at(-1)?.names?.at(-1) === 'constructor');
  }

  private pointerTo(name: string): string {
    const [first, ...further] = [...this.open.map(placeIn), name].map(pointerToken);
    return [this.elementPointer(first), ...further].join('/');
  }
}

/** Place of the quotation mark that ends what begins at `from`; negative when there is none. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end > 0 && text.charCodeAt(end - 1) === backslash && isEscaped(text, end)) end = text.indexOf('"', end + 1);
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
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    return name;
  }
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
