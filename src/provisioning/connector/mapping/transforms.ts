import { Unreadable, type Effort } from './effort.js';
import { dateEnd, dateForms, datetimeForms, dayAt, dayOf, instantOf } from './instants.js';
import type { MappingDocument } from './mapping-document.js';
import { phoneNumber, phoneRegions } from './phone.js';

/** What transforms may look at beside the value. */
export interface TransformPlace {
  readonly zone: string;
  readonly tables: NonNullable<MappingDocument['tables']>;
  readonly effort: Effort;
}

export interface Transform {
  readonly name: string;
  readonly argument: string;
}

interface TransformKind {
  /** What is wrong with the argument, or null. */
  readonly wrong: (argument: string, tables: TransformPlace['tables']) => string | null;
  /** Texts one by one, lists member by member; undefined: absent. */
  readonly text?: (text: string, argument: string, place: TransformPlace) => unknown;
  /** Lists as a whole. */
  readonly list?: (list: readonly unknown[]) => unknown;
}

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;
const none = (argument: string) => (argument === '' ? null : 'takes no argument');
const among = (words: readonly string[]) => (argument: string) =>
  words.includes(argument) ? null : `needs one of ${words.join(', ')} after the colon`;

const kinds: Readonly<Record<string, TransformKind>> = {
  trim: { wrong: none, text: (text) => text.trim() },
  lower: { wrong: none, text: (text) => text.toLowerCase() },
  upper: { wrong: none, text: (text) => text.toUpperCase() },
  email: { wrong: none, text: (text) => emailAddress(text) },
  phone: { wrong: among(phoneRegions), text: (text, region) => phoneNumber(text, region) },
  datetime: { wrong: among(datetimeForms), text: (text, form, { zone }) => instantOf(text, form, zone) },
  date: { wrong: among(dateForms), text: (text, form, { zone }) => dayOf(text, form, zone) },
  'day-at': {
    wrong: (time) => (clockTime.test(time) ? null : 'needs a time such as 15:00 after the colon'),
    text: (text, time, { zone }) => dayAt(text, time, zone),
  },
  'date-end': { wrong: among(['site']), text: (text, _, { zone }) => dateEnd(text, zone) },
  split: {
    wrong: (argument) =>
      argument.length > 0 && argument.length <= 3 ? null : 'needs one to three characters after the colon',
    text: (text, divider) => text.split(divider, mostMembers + 1),
  },
  first: { wrong: none, list: (list) => list.find((each) => !isAbsent(each)) },
  last: { wrong: none, list: (list) => list.findLast((each) => !isAbsent(each)) },
  lookup: {
    wrong: (argument, tables) =>
      Object.hasOwn(tables, argument)
        ? null
        : `needs the name of one of the document's tables after the ` +
          `colon${Object.keys(tables).length > 0 ? `: ${Object.keys(tables).join(', ')}` : ''}`,
    text: (text, table, { tables }) => (Object.hasOwn(tables[table], text) ? tables[table][text] : undefined),
  },
  default: { wrong: (argument) => (argument === '' ? 'needs a value after the colon' : null) },
};

const transformNames: readonly string[] = Object.keys(kinds);

const mostMembers = 100;
const longestText = 2000;

/** `phone:GB` → phone, GB. */
export function transformIn(written: string): Transform {
  const [name, ...rest] = written.split(':');
  return { name, argument: rest.join(':') };
}

/** What is wrong with a transform as it is written, or null. */
export function wrongTransform(written: string, tables: TransformPlace['tables']): string | null {
  const { name, argument } = transformIn(written);
  if (!Object.hasOwn(kinds, name)) return `is no transform; there are ${transformNames.join(', ')}`;
  const said = kinds[name].wrong(argument, tables);
  return said && `${name} ${said}`;
}

/** What the transform makes of a text that is there, where it looks at texts one by one; undefined: it does not. */
export function ofText({ name, argument }: Transform): ((text: string, place: TransformPlace) => unknown) | undefined {
  const { text: made } = kinds[name];
  return made && ((text, place) => made(text, argument, place));
}

/** One after the other. null, '' and [] are absent, and stay so until `default`. @throws Unreadable */
export function transformed(value: unknown, transforms: readonly Transform[], place: TransformPlace): unknown {
  let left = value;
  for (const transform of transforms) left = transformedOnce(left, transform, place);
  return left;
}

function transformedOnce(left: unknown, { name, argument }: Transform, place: TransformPlace): unknown {
  if (isAbsent(left)) return name === 'default' ? argument : undefined;
  const { text, list } = kinds[name];
  if (list) return Array.isArray(left) ? list(membersOf(left, place)) : left;
  if (!text) return left;
  if (!Array.isArray(left)) return text(transformedText(left, place), argument, place);
  return membersOf(left, place)
    .map((each) => text(transformedText(each, place), argument, place))
    .flat()
    .filter((each) => !isAbsent(each));
}

export function isAbsent(value: unknown): value is null | undefined {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether it has NUL or halves of characters beyond the first 65,536, paired or not. For short texts: no search. */
export function isUnfit(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0 || (unit >= 0xd800 && unit <= 0xdfff)) return true;
  }
  return false;
}

/** Texts, numbers and truths as text, fit to be stored. @throws Unreadable */
export function transformedText(value: unknown, { effort }: Pick<TransformPlace, 'effort'>): string {
  if (typeof value === 'object' && value !== null)
    throw new Unreadable('is a list or an object: point at a value in it, or use first');
  const text = String(value ?? '');
  effort.spend(Math.min(text.length, longestText) + 1);
  if (text.length > longestText) throw new Unreadable(`is longer than ${longestText} characters`);
  // Most texts have neither.
  return isUnfit(text) ? text.replaceAll(/\p{Surrogate}/gu, '').replaceAll('\u0000', '') : text;
}

/** @throws Unreadable */
export function membersOf(list: readonly unknown[], { effort }: Pick<TransformPlace, 'effort'>): readonly unknown[] {
  if (list.length > mostMembers) throw new Unreadable(`has more than ${mostMembers} members`);
  effort.spend(list.length);
  return list.filter((each) => !isAbsent(each));
}

/** One @, a domain of labels, and nothing that has a meaning in a header. */
const address =
  // oxlint-disable-next-line no-control-regex
  /^[^\s\0-\x1f\x7f-\x9f<>(),;:"\\@]+@[^\s\0-\x1f\x7f-\x9f<>(),;:"\\@.]+(\.[^\s\0-\x1f\x7f-\x9f<>(),;:"\\@.]+)+$/;

function emailAddress(written: string): string {
  const text = written.trim().toLowerCase();
  if (text.length > 254 || !address.test(text)) throw new Unreadable('is no e-mail address');
  return text;
}
