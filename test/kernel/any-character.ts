import fc from 'fast-check';

const firstHalf = 0xd800;
const halves = 0x800;
const characters = 0x110000 - halves;

/**
 * Any code point of Unicode but halves of a pair, as the unit of `fc.string`: the same as fast-check's own ('binary'),
 * which makes each worker a table of all 1,112,064: two seconds of its time, and 85 MB for as long as it runs.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: characters - 1 })
  .map((place) => String.fromCodePoint(place < firstHalf ? place : place + halves), placeOf);

/** fast-check asks it which of the texts it knows to be awkward can be made of these characters. */
function placeOf(text: unknown): number {
  const [character, ...more] = typeof text === 'string' ? text : '';
  if (character === undefined || more.length > 0 || !character.isWellFormed()) throw new Error('It is no character');
  const point = character.codePointAt(0) ?? 0;
  return point < firstHalf ? point : point - halves;
}
