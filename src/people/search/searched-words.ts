import { type Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';

const mostWords = 5;
const longestWord = 100;

/** A word of a search, as typed and as `usher_person_key` folds it: several words where it holds a hyphen. */
export interface SearchedWord {
  readonly typed: string;
  readonly keys: readonly string[];
}

const fold = statement(
  'people_searched_words',
  'select w as typed, usher_person_key(w) as key from unnest($1::text[]) with ordinality as x (w, n) order by n',
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
  const words = (search ?? '').trim().split(/\s+/).filter(Boolean);
  if (words.length > mostWords) throw new Problem('malformed', `search: at most ${mostWords} words`);
  if (words.some((word) => word.length > longestWord))
    throw new Problem('malformed', `search: words of at most ${longestWord} characters`);
  if (words.length === 0) return [];
  const folded = await database.query<{ typed: string; key: string | null }>(context, fold, [words]);
  return folded.map(({ typed, key }) => ({ typed, keys: (key ?? '').split(' ').filter(Boolean) }));
}

/** Whether the word begins words of a person's key; null if nothing of it was left that could. */
export function isInKey(column: string, { keys }: SearchedWord, place: (value: string) => string): string | null {
  if (keys.length === 0) return null;
  return keys.map((key) => `' ' || ${column} like ${place(`% ${withoutWildcards(key)}%`)}`).join(' and ');
}

/** For `like`: means what was typed. */
export function withoutWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
