import { isDay } from '../../access/moment.js';
import type { FactType } from '../../facts/fact-types.js';
import { Unreadable } from './effort.js';
import { factOf } from './fact-values.js';
import type { MappedValue } from './mapping-document.js';
import { conditionAt } from './match.js';
import { type MappingPlace, pointerIn, readerAt } from './pointer.js';
import { isUnfit, ofText, transformed, transformIn, type TransformPlace } from './transforms.js';

/** Within the limit of a fact. */
const longestPlain = 200;
const noBreakSpace = 0xa0;
/** The first of the blanks that hardly anybody uses; letters of few languages come after it. */
const firstRareBlank = 0x1680;

export type MappedPlace = MappingPlace & TransformPlace;

/** Undefined: absent. @throws Unreadable that names the value's place in the document */
export type MappedReader = (place: MappedPlace) => string | boolean | readonly string[] | undefined;

/**
 * Reads one value of a document, which was checked when it was saved: finds it, transforms it, makes a fact of it.
 * `where` is its place in the document.
 */
export function mappedReader(where: string, value: MappedValue, type: FactType): MappedReader {
  const read = plainReader(value, type) ?? anyReader(value, type);
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

/**
 * The same for what most values are: short texts and whole numbers that become texts or days. What turns out to be
 * anything else is left to the other reader.
 */
function plainReader(value: MappedValue, type: FactType): MappedReader | undefined {
  const steps = (value.transform ?? []).map((written) => ofText(transformIn(written)));
  const isPlain = !value.find && (type === 'text' || type === 'day');
  if (!isPlain || !steps.every((step) => step !== undefined)) return undefined;
  const find = readerAt(pointerIn(value.path)!);
  const readAnything = anyReader(value, type);
  return (place) => {
    const found = find(place);
    let text: unknown = Number.isSafeInteger(found) ? String(found) : found;
    if (!isPlainText(text) || isUnfit(text)) return readAnything(place);
    place.effort.spend(text.length + 1);
    for (const step of steps) {
      text = step(text as string, place);
      // No transform brings in what is unfit to be stored.
      if (!isPlainText(text)) return readAnything(place);
      place.effort.spend(text.length + 1);
    }
    const trimmed = (text as string).trim();
    if (type === 'text') return trimmed || undefined;
    return isDay(trimmed) ? trimmed : readAnything(place);
  };
}

/** Short, and more than blanks: it begins with something else. */
function isPlainText(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > longestPlain) return false;
  const first = value.charCodeAt(0);
  return first > 0x20 && first < firstRareBlank && first !== noBreakSpace;
}

function finderOf({ path, find }: MappedValue): (place: MappedPlace) => unknown {
  const read = readerAt(pointerIn(path)!);
  if (!find) return (place) => wholeNumber(read(place));
  const fits = conditionAt(find);
  const take = readerAt(pointerIn(find.take)!);
  return (place) => {
    const value = wholeNumber(read(place));
    if (!Array.isArray(value)) return undefined;
    if (find.of === 'latest') return latestOf(value.filter(fitting).map(taken));
    const member = value.find(fitting);
    return member === undefined ? undefined : taken(member);

    function fitting(member: unknown): boolean {
      return fits({ ...place, record: member });
    }
    function taken(member: unknown): unknown {
      return wholeNumber(take({ ...place, record: member }));
    }
  };
}

/** Days and instants of one form sort as texts. What has no end is later than all that have one. */
function latestOf(values: readonly unknown[]): unknown {
  const texts = values.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
  return texts.length < values.length ? undefined : texts.sort().at(-1);
}

/** JSON readers round what is beyond 2^53: two such numbers could be one. */
function wholeNumber(value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Unreadable('is a number too large to be exact: have it sent as text');
  return value;
}
