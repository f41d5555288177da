import { isObject } from '../../../kernel/json/is-object.js';
import type { FactType } from '../../facts/fact-types.js';
import { Unreadable } from './effort.js';
import { factOf } from './fact-values.js';
import type { MappedValue } from './mapping-document.js';
import { conditionAt } from './match.js';
import { type MappingPlace, pointerIn, valueAt } from './pointer.js';
import { transformed, transformIn, type TransformPlace, unfit } from './transforms.js';

/** Within the limit of a fact. */
const longestPlain = 200;

export type MappedPlace = MappingPlace & TransformPlace;

/** Undefined: absent. @throws Unreadable that names the value's place in the document */
export type MappedReader = (place: MappedPlace) => string | boolean | readonly string[] | undefined;

/**
 * Reads one value of a document, which was checked when it was saved: finds it, transforms it, makes a fact of it.
 * `where` is its place in the document.
 */
export function mappedReader(where: string, value: MappedValue, type: FactType): MappedReader {
  const read = value.find || value.transform?.length || type !== 'text' ? anyReader(value, type) : textReader(value);
  return (place) => {
    try {
      return read(place);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (value.lenient) return undefined;
      throw new Unreadable(`${where}: what is at "${value.path}" ${error.message}`);
    }
  };
}

function anyReader(value: MappedValue, type: FactType): MappedReader {
  const find = finderOf(value);
  const transforms = (value.transform ?? []).map(transformIn);
  return (place) => factOf(transformed(find(place), transforms, place), type, place);
}

/** Most values are short texts, members of the record itself, that are taken as they are. */
function textReader(value: MappedValue): MappedReader {
  const read = anyReader(value, 'text');
  const { from, tokens } = pointerIn(value.path)!;
  const [token] = tokens;
  if (from !== 'record' || tokens.length !== 1) return read;
  return (place) => {
    const { record } = place;
    if (!isObject(record) || !Object.hasOwn(record, token)) return read(place);
    const text = record[token];
    if (typeof text !== 'string' || text.length > longestPlain || unfit.test(text)) return read(place);
    place.effort.spend(text.length + 3);
    return text.trim() || undefined;
  };
}

function finderOf({ path, find }: MappedValue): (place: MappedPlace) => unknown {
  const pointer = pointerIn(path)!;
  if (!find) return (place) => wholeNumber(valueAt(pointer, place));
  const fits = conditionAt(find);
  const taken = pointerIn(find.take)!;
  return (place) => {
    const value = wholeNumber(valueAt(pointer, place));
    if (!Array.isArray(value)) return undefined;
    const member = value.find((each: unknown) => fits({ ...place, record: each }));
    return member === undefined ? undefined : wholeNumber(valueAt(taken, { ...place, record: member }));
  };
}

/** JSON readers round what is beyond 2^53: two such numbers could be one. */
function wholeNumber(value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Unreadable('is a number too large to be exact: have it sent as text');
  return value;
}
