import { isObject } from '../../../kernel/json/is-object.js';
import type { Effort } from './effort.js';

/** A JSON Pointer (RFC 6901), taken apart. One part may be `*`: every member of a list. */
export interface Pointer {
  readonly from: 'record' | 'message';
  readonly tokens: readonly string[];
}

/** What pointers look into. */
export interface MappingPlace {
  readonly record: unknown;
  readonly message: unknown;
  readonly effort: Effort;
}

const mostTokens = 20;
const everyMember = '*';
/** Conditions compare as many, too. */
export const mostMembers = 100;
export const longestPointer = 200;

/** `/x` in the record, `#/x` in the whole message, '' and `#` the record or message itself; null: not a pointer. */
export function pointerIn(text: unknown): Pointer | null {
  if (typeof text !== 'string' || text.length > longestPointer || /~(?![01])/.test(text)) return null;
  const from = text.startsWith('#') ? 'message' : 'record';
  const [head, ...tokens] = (from === 'message' ? text.slice(1) : text).split('/');
  if (head !== '' || tokens.length > mostTokens) return null;
  // One within another would look at a hundred times a hundred.
  if (tokens.filter((token) => token === everyMember).length > 1) return null;
  return { from, tokens: tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) };
}

/** What is there; undefined: nothing. Own members only. @throws Unreadable */
export function valueAt({ from, tokens }: Pointer, place: MappingPlace): unknown {
  place.effort.spend(tokens.length + 1);
  return follow(from === 'message' ? place.message : place.record, tokens, place.effort);
}

/** The same, ready for many records. Most pointers name a member of the record itself. */
export function readerAt(pointer: Pointer): (place: MappingPlace) => unknown {
  const { from, tokens } = pointer;
  const [name] = tokens;
  // What every object inherits has to be told from members; JSON has nothing else to inherit.
  if (from !== 'record' || tokens.length !== 1 || name in Object.prototype) return (place) => valueAt(pointer, place);
  return (place) => {
    const { record, effort } = place;
    if (!isObject(record)) return valueAt(pointer, place);
    effort.spend(2);
    return record[name];
  };
}

/** For messages that are looked into outside any record. */
export function valueIn(message: unknown, { tokens }: Pointer): unknown {
  return follow(message, tokens);
}

function follow(start: unknown, tokens: readonly string[], effort?: Effort): unknown {
  let value = start;
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at] === everyMember && Array.isArray(value)) {
      const [members, rest] = [value.slice(0, mostMembers) as unknown[], tokens.slice(at + 1)];
      effort?.spend(members.length * (rest.length + 1));
      return members.flatMap((each) => follow(each, rest) ?? []);
    }
    value = member(value, tokens[at]);
  }
  return value;
}

function member(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9]\d{0,5})$/.test(token) ? value[Number(token)] : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[token];
}
