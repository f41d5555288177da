import { holds } from '../../access/condition.js';
import type { FactType } from '../../facts/fact-types.js';
import { Unreadable } from './effort.js';
import { factOf } from './fact-values.js';
import type { MappedValue } from './mapping-document.js';
import { conditionCost, conditionValue } from './match.js';
import { type MappingPlace, type Pointer, pointerIn, valueAt } from './pointer.js';
import { type Transform, transformed, transformIn, type TransformPlace } from './transforms.js';

/** Reads one value of a document: finds it, transforms it, makes a fact of it. */
export class MappedReader {
  /** As many as the document has. */
  private readonly pointers = new Map<string, Pointer>();
  private readonly transforms = new Map<MappedValue, readonly Transform[]>();

  /** undefined: absent. `where` is the value's place in the document. @throws Unreadable that names it */
  read(
    where: string,
    value: MappedValue,
    type: FactType,
    place: MappingPlace & TransformPlace,
  ): string | boolean | readonly string[] | undefined {
    try {
      return factOf(transformed(this.found(value, place), this.transformsOf(value), place), type, place);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (value.lenient) return undefined;
      throw new Unreadable(`${where}: what is at "${value.path}" ${error.message}`);
    }
  }

  /** A pointer of the document, which was checked when it was saved. */
  pointer(text: string): Pointer {
    const known = this.pointers.get(text) ?? pointerIn(text)!;
    this.pointers.set(text, known);
    return known;
  }

  private transformsOf(value: MappedValue): readonly Transform[] {
    const known = this.transforms.get(value) ?? (value.transform ?? []).map(transformIn);
    this.transforms.set(value, known);
    return known;
  }

  private found({ path, find }: MappedValue, place: MappingPlace & TransformPlace): unknown {
    const value = wholeNumber(valueAt(this.pointer(path), place));
    if (!find || !Array.isArray(value)) return find ? undefined : value;
    const member = value.find((each: unknown) => {
      const found = conditionValue(valueAt(this.pointer(find.field), { ...place, record: each }));
      place.effort.spend(conditionCost(find, found));
      return holds({ field: 'it', op: find.op, value: find.value }, found === undefined ? {} : { it: found });
    });
    return member === undefined
      ? undefined
      : wholeNumber(valueAt(this.pointer(find.take), { ...place, record: member }));
  }
}

/** JSON readers round what is beyond 2^53: two such numbers could be one. */
function wholeNumber(value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Unreadable('is a number too large to be exact: have it sent as text');
  return value;
}
