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
  const point = character?.codePointAt(0);
  if (point === undefined || more.length > 0) throw new Error('It is no character');
  if (point < firstHalf) return point;
  if (point < firstHalf + halves) throw new Error('It is half a pair');
  return point - halves;
}
