import type { PersonFacts } from '../facts/facts.js';
import { ascii, withDoubles } from './transliteration.js';

const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'prof',
  'herr',
  'frau',
  'mme',
  'mlle',
  'sig',
  'sigra',
  'ing',
  'mag',
  'sr',
  'sra',
  'm.',
]);
const prefixes = new Set(
  'von van vom de der den des del della di la le les el al da das do dos du zu zum zur ten ter bin ibn mac o'.split(
    ' ',
  ),
);
const placeholders = /^(tba|tbd|tbc|nn|noname|unknown|groupe?|gruppe|grupo|(guest|gast|pax)\d*)$/;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const shortestForm = 2;
const shortestPart = 3;
const longestTyped = 100;

/**
 * Every form of the surname that a guest may type at the portal, folded by `foldName`, the whole name first. Empty
 * without a usable surname (missing, or a placeholder such as `TBA`): then only reception can help.
 */
export function acceptedLastNames(person: Pick<PersonFacts, 'lastName' | 'otherLastNames'>): string[] {
  const names = [person.lastName, ...(Array.isArray(person.otherLastNames) ? person.otherLastNames : [])];
  const forms = names.filter((name) => typeof name === 'string').flatMap((name) => formsOf(withoutTitles(name)));
  return [...new Set(forms)].filter((form) => [...form].length >= shortestForm && !placeholders.test(form));
}

/** A name without case, accents, blanks and punctuation. Compare what a guest typed in this form. */
export function foldName(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[ßæœøłđðþı]/g, (letter) => letters[letter]).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What a guest typed, in the forms that are compared: as it is and without leading particles, umlauts both ways, other
 * scripts in Latin letters. Never parts of it: many names typed into one field would be many tries.
 */
export function typedForms(typed: string): string[] {
  const words = withoutTitles(typed.slice(0, longestTyped));
  const spellings = [words.join(''), words.slice(leadingPrefixes(words)).join('')];
  const forms = spellings.flatMap((each) => [foldName(each), foldName(withDoubles(each)), foldName(ascii(each))]);
  return [...new Set(forms)].filter((form) => form !== '');
}

function formsOf(words: readonly string[]): string[] {
  const bare = words.slice(leadingPrefixes(words));
  const parts = bare.flatMap((word) => word.split(/[-‐‑–]/)).filter((part) => foldName(part).length >= shortestPart);
  const spellings = [words.join(''), bare.join(''), ...(parts.length > 1 ? parts : [])];
  return spellings.flatMap((spelling) => [
    foldName(spelling),
    foldName(withDoubles(spelling)),
    foldName(ascii(spelling)),
  ]);
}

/** FIAS sends `Surname, Title First`: what follows a comma is not the surname. */
function withoutTitles(name: string): string[] {
  const words = name
    .split(',')[0]
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  while (words.length > 1 && isTitle(words[0])) words.shift();
  while (words.length > 1 && isTitle(words[words.length - 1])) words.pop();
  return words;
}

function isTitle(word: string): boolean {
  const plain = word.toLowerCase();
  return titles.has(plain) || titles.has(plain.replace(/\./g, ''));
}

/** How many leading words may be left out; never the last one. */
function leadingPrefixes(words: readonly string[]): number {
  const first = words.findIndex((word) => !prefixes.has(word.toLowerCase().replace(/['’]/g, '')));
  return first < 0 ? Math.max(0, words.length - 1) : first;
}
