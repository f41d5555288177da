import { createHash } from 'node:crypto';
import { ascii } from './transliteration.js';

/**
 * Stands for a part of a name that nobody could type, until the record's own number replaces it. From the private use
 * area, so no name has it.
 */
const untypeable = '\ue000';
const [shortDigits, longDigits] = [4, 6];
/** No l/1, o/0: somebody may read it aloud. */
const digestAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const digestLength = 16;

/**
 * Scripts whose Latin spelling people know from their own names. Others come out without vowels, for example, as "`bd
 * llh": no guest would find that on a phone, or in a passport.
 */
const unspelt =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}]/gu;
/** Emoji, symbols and invisible characters: any-ascii turns them into names (":grinning:"). */
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
 * Like `ascii`, limited to what people can be expected to type: no emoji, and no scripts without a common Latin
 * spelling.
 */
export function asciiName(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text;
  const plain = text.normalize('NFKC');
  const spelt = ascii(plain.replace(unspelt, '').replace(noText, ''));
  return /[A-Za-z0-9]/.test(spelt) || text.trim() === '' ? spelt : untypeable;
}

/**
 * A value within the name of an account: letters and digits, and the separators . - _ @ of names. An e-mail address
 * stays as it is: its owner types it every day, and without its + it would be somebody else's.
 */
export function typeable(text: string): string {
  if (/^[A-Za-z0-9._@-]*$/.test(text) || address.test(text)) return text;
  const plain = text.normalize('NFKC').replace(dashes, '-').replace(unseen, '').trim();
  const kept = plain.replace(betweenWords, apart).replace(untyped, '').replace(strayMarks, '').normalize('NFC');
  return kept !== '' || text.trim() === '' ? kept : untypeable;
}

/**
 * A record's key as part of a name. A key that has to be changed ends in a number of its own, so that two keys never
 * become one name.
 */
export function typeableKey(key: string): string {
  const kept = typeable(key);
  return kept === key ? key : `${kept}-${numberOf(key, longDigits)}`;
}

/** Replaces what could not be typed by the record's own number: stable, and reception tells it to the guest. */
export function numbered(text: string, key: string, hasRoom: boolean): string {
  return text.replaceAll(/\ue000(?:[._@-]*\ue000)*/g, () => numberOf(key, hasRoom ? shortDigits : longDigits));
}

/**
 * At most this many bytes (UTF-8). A longer text ends in a number derived from the whole, so that two texts stay
 * different.
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

/** Stands for a text too long for a name: 80 bits of its hash, so no two texts of any house come to the same. */
export function keyDigest(text: string): string {
  const hash = createHash('sha256').update(text).digest();
  return Array.from(hash.subarray(0, digestLength), (byte) => digestAlphabet[byte % digestAlphabet.length]).join('');
}
