import type { FieldProblem } from '../../kernel/errors.js';
import { isShownOnly, shownAddress, shownOnlyDetail } from '../../kernel/shown-address.js';
import { wrong } from '../access/shape.js';
import { isObject } from '../../kernel/json/is-object.js';

/** Settings contain addresses, whose path and query are often secret; access contains the recipe of passwords. */
type Part = 'settings' | 'access';
type Document = Readonly<Record<string, unknown>>;

/** JSON pointers to texts of which the stored document shows only the visible part: `/settings/url`. */
export type SealedTexts = Readonly<Record<string, string>>;

/** The visible document. */
export function shownDocument<Read extends object>(part: Part, document: Read): Read {
  return mapped(document, `/${part}`, (text, pointer) => shownText(part, text, pointer)) as Read;
}

/** The hidden parts of the document, to be sealed beside it. */
export function hiddenTexts(part: Part, document: object): SealedTexts {
  const hidden: Record<string, string> = {};
  mapped(document, `/${part}`, (text, pointer) => {
    if (shownText(part, text, pointer) !== text) hidden[pointer] = text;
    return text;
  });
  return hidden;
}

/** The document with its hidden parts. */
export function wholeDocument<Read extends object>(part: Part, document: Read, texts: SealedTexts): Read {
  const isHidden = Object.keys(texts).some((pointer) => pointer.startsWith(`/${part}/`));
  return isHidden ? (mapped(document, `/${part}`, (text, pointer) => texts[pointer] ?? text) as Read) : document;
}

export interface Completed {
  readonly document: unknown;
  readonly problems: readonly FieldProblem[];
}

/** An operator's input that repeats what was shown: replaced by the value in `before`, or an error. */
export function completed(part: Part, written: unknown, before: Document | null): Completed {
  if (!isObject(written)) return { document: written, problems: [] };
  const known = before ? hiddenTexts(part, before) : {};
  const problems: FieldProblem[] = [];
  const document = mapped(written, `/${part}`, (text, pointer) => {
    if (!isPartOnly(part, text, pointer)) return text;
    if (known[pointer] !== undefined && shownText(part, known[pointer], pointer) === text) return known[pointer];
    problems.push(
      ...wrong(
        `#${pointer}`,
        isPassword(part, pointer)
          ? 'shows only a part of a password (…): give all of it, or leave it out to keep the one that is set'
          : shownOnlyDetail,
      ),
    );
    return text;
  });
  return { document, problems };
}

function mapped(value: unknown, pointer: string, change: (text: string, pointer: string) => string): unknown {
  if (typeof value === 'string') return change(value, pointer);
  if (Array.isArray(value)) return value.map((each, index) => mapped(each, `${pointer}/${index}`, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapped(each, `${pointer}/${encodeURIComponent(name)}`, change)]),
  );
}

function shownText(part: Part, text: string, pointer: string): string {
  if (isPassword(part, pointer)) return shownTemplate(text);
  return isAddress(part, text) ? shownAddress(text) : text;
}

function isPartOnly(part: Part, text: string, pointer: string): boolean {
  return isPassword(part, pointer) ? text.includes('…') : isAddress(part, text) && isShownOnly(text);
}

function isPassword(part: Part, pointer: string): boolean {
  return part === 'access' && pointer.endsWith('/password');
}

function isAddress(part: Part, text: string): boolean {
  return part !== 'access' && /^https?:\/\//i.test(text);
}

/** Shows which fields a password is made of, but not the letters and digits that all passwords share. */
export function shownTemplate(template: string): string {
  if (template === 'generate') return template;
  const pieces = template.split(/(\{\{.*?\}\}|\{%.*?%\})/s);
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? piece.replaceAll(/"[^"]*"|'[^']*'/g, '"…"') : /[\p{L}\p{N}]/u.test(piece) ? '…' : piece,
    )
    .join('');
}
