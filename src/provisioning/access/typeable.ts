import { createHash } from 'node:crypto';
import { ascii } from './transliteration.js';

/**
 * Stands for a part of a name that nobody could type, until the record's own number takes its place. Private use: no
 * name has it.
 */
const untypeable = '\ue000';
const [shortDigits, longDigits] = [4, 6];

/**
 * Letters that have a Latin spelling which people know of their own names. Others are written without vowels, say, and
 * come out as "`bd llh": nobody would find that on a phone, or in her passport.
 */
const unspelt =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}]/gu;
/** Emoji, symbols and what cannot be seen: any-ascii gives them names of their own (":grinning:"). */
const noText =
  /[^\p{L}\p{M}\p{Nd}\p{Zs}\t\n\r\u0021-\u007e\p{Pd}\u2018\u2019]|\p{Default_Ignorable_Code_Point}|\p{Me}/gu;
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Me}/gu;
const dashes = /[\p{Pd}\u2212]/gu;
const untyped = /[^\p{L}\p{M}\p{Nd}._@\-\ue000]/gu;
/** Room 4/12 is not room 412. */
const betweenWords = /\s*[!#$%&()*+,/:;<=>?[\\\]^{|}~]+\s*/g;
const apart = (signs: string, at: number, whole: string) => (at === 0 || at + signs.length === whole.length ? '' : '-');
const strayMarks = /(?<![\p{L}\p{M}])\p{M}+/gu;
const address = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/;

/**
 * As `ascii`, of what people can be expected to type: without emoji, and without scripts that have no common Latin
 * spelling.
 */
export function asciiName(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text;
  const plain = text.normalize('NFKC');
  const spelt = ascii(plain.replace(unspelt, '').replace(noText, ''));
  return /[A-Za-z0-9]/.test(spelt) || text.trim() === '' ? spelt : untypeable;
}

/**
 * What a value becomes within the name of an account: letters and digits, and the separators . - _ @ that a name may
 * have. An e-mail address is left alone: its owner types it every day, and without its + it would be somebody else's.
 */
export function typeable(text: string): string {
  if (/^[A-Za-z0-9._@-]*$/.test(text) || address.test(text)) return text;
  const plain = text.normalize('NFKC').replace(dashes, '-').replace(unseen, '').trim();
  const kept = plain.replace(betweenWords, apart).replace(untyped, '').replace(strayMarks, '').normalize('NFC');
  return kept !== '' || text.trim() === '' ? kept : untypeable;
}

/**
 * A record's key as a part of a name: one that has to be changed ends in a number of its own, so that two keys never
 * become one name.
 */
export function typeableKey(key: string): string {
  const kept = typeable(key);
  return kept === key ? key : `${kept}-${numberOf(key, longDigits)}`;
}

/** Puts a number of the record's own where a name could not be typed: stable, and told to the guest at reception. */
export function numbered(text: string, key: string, hasRoom: boolean): string {
  return text.replaceAll(/\ue000(?:[._@-]*\ue000)*/g, () => numberOf(key, hasRoom ? shortDigits : longDigits));
}

/**
 * At most so many bytes (as UTF-8): what is longer ends in a number that its whole text has given it, so that two of
 * them stay two.
 */
export function shortened(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  return `${cut(text, mostBytes - longDigits - 1)}-${numberOf(text, longDigits)}`;
}

/** At most so many bytes of whole characters. */
export function cut(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function numberOf(text: string, digits: number): string {
  const [most, least] = [10 ** digits, 10 ** (digits - 1)];
  return String(least + (createHash('sha256').update(text).digest().readUInt32BE() % (most - least)));
}
