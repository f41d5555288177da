import { isDay, isZone } from '../../access/moment.js';
import type { FactType } from '../../facts/fact-types.js';
import { Unreadable } from './effort.js';
import { dayOf, instantOf } from './instants.js';
import { isAbsent, membersOf, transformedText, type TransformPlace } from './transforms.js';

const longestFact = 500;
const truths: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** A value as the fact of this type; undefined: absent. @throws Unreadable */
export function factOf(
  value: unknown,
  type: FactType,
  place: TransformPlace,
): string | boolean | readonly string[] | undefined {
  if (isAbsent(value)) return undefined;
  if (type === 'texts') {
    const texts = membersOf([value].flat(), place)
      .map((each) => shortText(transformedText(each, place)))
      .filter((text) => text !== '');
    return texts.length > 0 ? texts : undefined;
  }
  const text = shortText(transformedText(value, place));
  if (text === '') return undefined;
  if (typeof type !== 'string') return oneOf(type, text);
  switch (type) {
    case 'text':
      return text;
    case 'flag':
      return flag(text);
    // What a transform has made an instant of stays one; anything else is read as ISO at the site.
    case 'instant':
      return instantOf(text, 'site', place.zone);
    case 'day':
      return isDay(text) ? text : dayOf(text, 'site', place.zone);
    case 'language':
      return language(text);
    case 'zone':
      return zone(text);
  }
}

function shortText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > longestFact) throw new Unreadable(`is longer than ${longestFact} characters`);
  return trimmed;
}

function oneOf(words: readonly string[], text: string): string {
  const word = text.toLowerCase();
  if (!words.includes(word)) throw new Unreadable(`must become one of ${words.join(', ')}: use lookup`);
  return word;
}

function flag(text: string): boolean {
  const word = text.toLowerCase();
  if (!Object.hasOwn(truths, word)) throw new Unreadable('must become true or false: use lookup');
  return truths[word];
}

function language(text: string): string {
  const [code] = text.toLowerCase().split(/[-_]/);
  if (!/^[a-z]{2}$/.test(code)) throw new Unreadable('must become a language of two letters (ISO 639-1): use lookup');
  return code;
}

function zone(text: string): string {
  if (text.length > 60 || !isZone(text))
    throw new Unreadable('must become a time zone such as Europe/Vienna: use lookup');
  return text;
}
