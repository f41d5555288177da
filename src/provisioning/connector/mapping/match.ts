import { holds } from '../../access/condition.js';
import type { AccessCondition } from '../../access/access-condition.dto.js';
import { type MappingPlace, mostMembers, pointerIn, readerAt, valueIn } from './pointer.js';

type Looked = string | number | boolean | readonly string[];

/** Conditions look at so much of a text. */
const longestLook = 256;

/** A value as conditions compare it; an object or a list of objects is only present. */
function conditionValue(value: unknown): Looked | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value))
    return value
      .slice(0, mostMembers)
      .filter((each) => each !== null)
      .map((each) => String(plain(each)));
  return plain(value);
}

/** Whether a message meets every condition; their fields are pointers into it. */
export function fitsMessage(conditions: readonly AccessCondition[], message: unknown): boolean {
  return conditions.every(({ field, op, value }) => {
    const found = conditionValue(valueIn(message, pointerIn(field)!));
    return holds({ field: 'it', op, value }, found === undefined ? {} : { it: found });
  });
}

/**
 * A condition of a document, ready for many records. Most compare one text with another: those need no list.
 * @throws Unreadable when a record costs too much
 */
export function conditionAt(condition: AccessCondition): (place: MappingPlace) => boolean {
  const { field, op, value: wanted } = condition;
  const read = readerAt(pointerIn(field)!);
  const asked = { ...condition, field: 'it' };
  const texts = [wanted].flat().map(String);
  const wantedCount = Array.isArray(wanted) ? wanted.length : 1;
  const isPlain = op === 'eq' || op === 'ne' ? !Array.isArray(wanted) : op === 'in' || op === 'not_in';
  const isMet = op === 'eq' || op === 'in';
  return (place) => {
    const value = read(place);
    if (isPlain && typeof value === 'string') {
      const text = value.length > longestLook ? value.slice(0, longestLook) : value;
      place.effort.spend(Math.max(text.length, 1) + wantedCount);
      return texts.includes(text) === isMet;
    }
    const found = conditionValue(value);
    place.effort.spend(conditionCost(condition, found));
    return holds(asked, found === undefined ? {} : { it: found });
  };
}

/** What a comparison costs at the worst, in characters. */
function conditionCost({ op, value }: AccessCondition, found: Looked | undefined): number {
  if (found === undefined) return 1;
  const texts = [found].flat().map(String);
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 1);
  const wanted = Array.isArray(value) ? value.length : op === 'like' ? String(value).length : 1;
  return texts.length * (op === 'like' ? longest * wanted : longest + wanted);
}

function plain(value: unknown): string | number | boolean {
  if (typeof value === 'string') return value.slice(0, longestLook);
  return typeof value === 'number' || typeof value === 'boolean' ? value : '';
}
