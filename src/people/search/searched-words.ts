import { type Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { macDigits } from '../../kernel/mac-address.js';
import { withDoubles } from '../../provisioning/access/transliteration.js';

/** A whole name as it is pasted from a booking, with first names and particles, and the room. */
const mostWords = 10;
const longestWord = 100;

/** A word of a search. */
export interface SearchedWord {
  readonly typed: string;
  /** As `usher_person_key` folds it: several words where it holds a hyphen, each with the ways to spell it. */
  readonly keys: readonly (readonly string[])[];
}

const fold = statement(
  'people_searched_words',
  'select w as spelling, usher_person_key(w) as key from unnest($1::text[]) as x (w)',
);

/**
 * What was typed into one box. Folded by the database, as the keys were, and before the search: a call of the function
 * within it would be made for each row. @throws Problem malformed
 */
export async function searchedWords(
  database: Database,
  context: Context,
  search: string | undefined,
): Promise<SearchedWord[]> {
  const box = (search ?? '').trim();
  // An address of a device is one word, in groups with spaces too.
  const words = macDigits(box) === undefined ? box.split(/\s+/).filter(Boolean) : [box];
  if (words.length > mostWords) throw new Problem('malformed', `search: at most ${mostWords} words`);
  if (words.some((word) => word.length > longestWord))
    throw new Problem('malformed', `search: words of at most ${longestWord} characters`);
  if (words.length === 0) return [];
  const spellings = words.map(spellingsOf);
  const folded = await database.query<{ spelling: string; key: string | null }>(context, fold, [spellings.flat()]);
  const partsOf = new Map(folded.map(({ spelling, key }) => [spelling, (key ?? '').split(' ').filter(Boolean)]));
  return words.map((typed, index) => {
    const each = spellings[index]!.map((spelling) => partsOf.get(spelling) ?? []);
    return { typed, keys: (each[0] ?? []).map((_, part) => [...new Set(each.flatMap((parts) => parts[part] ?? []))]) };
  });
}

/** Mueller is Müller, and the other way round: systems with old character sets, and keyboards without umlauts. */
function spellingsOf(word: string): string[] {
  const single = word.toLowerCase().replaceAll(/([aou])e|(a)a/g, '$1$2');
  return [...new Set([word, withDoubles(word), single])];
}

/** Whether the word begins words of a person's key; null if nothing of it was left that could. */
export function isInKey(column: string, { keys }: SearchedWord, place: (value: string) => string): string | null {
  if (keys.length === 0) return null;
  const begins = (key: string) => `' ' || ${column} like ${place(`% ${withoutWildcards(key)}%`)}`;
  return keys.map((spellings) => `(${spellings.map(begins).join(' or ')})`).join(' and ');
}

/** For `like`: means what was typed. */
export function withoutWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
