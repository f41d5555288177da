import type { FactType } from '../../facts/fact-types.js';
import { Unreadable } from './effort.js';
import { factOf } from './fact-values.js';
import type { MappedValue } from './mapping-document.js';
import { conditionAt } from './match.js';
import { type MappingPlace, pointerIn, valueAt } from './pointer.js';
import { transformed, transformIn, type TransformPlace } from './transforms.js';

export type MappedPlace = MappingPlace & TransformPlace;

/** Undefined: absent. @throws Unreadable that names the value's place in the document */
export type MappedReader = (place: MappedPlace) => string | boolean | readonly string[] | undefined;

/**
 * Reads one value of a document, which was checked when it was saved: finds it, transforms it, makes a fact of it.
 * `where` is its place in the document.
 */
export function mappedReader(where: string, value: MappedValue, type: FactType): MappedReader {
  const find = finderOf(value);
  const transforms = (value.transform ?? []).map(transformIn);
  return (place) => {
    try {
      return factOf(transformed(find(place), transforms, place), type, place);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (value.lenient) return undefined;
      throw new Unreadable(`${where}: what is at "${value.path}" ${error.message}`);
    }
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
