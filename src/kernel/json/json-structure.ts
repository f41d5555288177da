import { type FieldProblem, pointerToken } from '../errors.js';

export interface StructureLimits {
  /** How deep lists and objects may nest; code that walks values would otherwise run out of stack. */
  readonly deepest: number;
  /**
   * Refuses an object that names a member twice: most readers take the last, some the first, and the sender meant
   * neither.
   */
  readonly namesOnce?: boolean;
  /**
   * Refuses names that have a special meaning in JavaScript. `all`: everywhere; `reaching`: only where they reach into
   * a prototype.
   */
  readonly reservedNames?: 'all' | 'reaching';
}

/** An open object or list: the names seen so far, or the number of elements. */
interface Open {
  readonly names: string[] | undefined;
  /** Used once `names` is long. */
  lookup?: Set<string>;
  index: number;
  /**
   * Of an object in a list: the names of the one before it, as long as it has the same in the same order. Such names
   * were looked at already, and lists of records have hardly any others.
   */
  like?: readonly string[];
  /** Of a list: the names of its last object. Of an object: a name is written with an escape, so none is like it. */
  before?: readonly string[];
  isEscaped?: boolean;
  /** Of an object: a list or an object is in it. */
  isNested?: boolean;
  /** Of a list: what objects look like that have the names of its last two, and nothing nested. */
  pattern?: RegExp;
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
/** Of one text: to make one takes as long as to look at some hundred characters. */
const mostPatterns = 8;
const mostNamesOfPattern = 60;
const plainName = /^[\w .:-]{1,60}$/;
/**
 * A text, or what is neither text nor nested. Bounded, because what was matched waits on a stack until all of it is.
 * Each character fits one place only, so that no match takes long.
 */
const flatValue = String.raw`(?:"[^"\\]{0,500}(?:\\.[^"\\]{0,200}){0,20}"|[^"\\[\]{},]{0,50})`;
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Looks at a JSON text before it is parsed. Jumps from quotation mark to quotation mark, because the body of every
 * request passes here. The parser decides whether the text is JSON; for other text the result means nothing.
 */
export class JsonStructure implements Structure {
  isTooDeep = false;
  isReserved = false;
  repeated: FieldProblem | undefined;
  private readonly open: Open[] = [];
  private top: Open | undefined;
  private patterns = 0;

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
        const end = sign === openObject && this.top?.pattern ? endOfMatch(this.top.pattern, text, at) : 0;
        if (end > 0) {
          depth -= 1;
          at = end - 1;
          continue;
        }
        if (this.top) {
          this.top.isNested = true;
          this.open.push(this.top);
        }
        this.top =
          sign === openObject ? { names: [], index: 0, like: this.top?.before } : { names: undefined, index: 0 };
      } else if (sign === closeObject || sign === closeList) {
        depth -= 1;
        const closed = this.top;
        this.top = this.open.pop();
        if (closed && this.top && this.top.names === undefined) this.closedInList(this.top, closed);
      }
    }
    return this;
  }

  /** Lists of records are long, and their records alike: such records are passed over in one step each. */
  private closedInList(list: Open, { names, like, isEscaped, isNested }: Open): void {
    list.before = isEscaped ? undefined : names;
    if (list.pattern || isNested || !like || names?.length !== like.length || this.patterns === mostPatterns) return;
    this.patterns += 1;
    list.pattern = patternOf(like);
  }

  private named(object: Open, text: string, from: number, end: number): void {
    const known = object.like?.[object.names?.length ?? 0];
    if (known !== undefined && known.length === end - from - 1 && text.startsWith(known, from + 1)) {
      object.names?.push(known);
      return;
    }
    object.like = undefined;
    const name = nameAt(text, from, end);
    if (name.length !== end - from - 1) object.isEscaped = true;
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

/** Of objects with exactly these names; undefined: no such pattern is worth it. */
function patternOf(names: readonly string[]): RegExp | undefined {
  if (names.length > mostNamesOfPattern || !names.every((name) => plainName.test(name))) return undefined;
  const members = names.map((name) => `"${name.replaceAll('.', '\\.')}":${flatValue}`);
  return new RegExp(`\\{${members.join(',')}\\}`, 'y');
}

/** Behind what fits the pattern; 0: it does not fit. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** Position of the closing quotation mark of the string that starts at `from`; negative when there is none. */
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
