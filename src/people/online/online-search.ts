import { macDigits } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';
import { isInKey, type SearchedWord, withoutWildcards } from '../search/searched-words.js';

/** Lower case without accents. Most names are ASCII, which costs a tenth. */
const folded = (column: string): string =>
  `case when octet_length(${column}) = char_length(${column}) then lower(${column})
    else regexp_replace(lower(normalize(${column}, NFD)), '[\u0300-\u036f]', '', 'g') end`;

/**
 * What people type into one box: every word is the beginning of a room, a name, an account, a device or a place. Whose
 * room or name it is, is asked once for all words and sessions: `people` are the accounts of whoever has one of them.
 */
export function searchCondition(
  words: readonly SearchedWord[],
  before: readonly unknown[],
): { readonly people: string; readonly where: string; readonly values: readonly unknown[] } {
  const values = [...before];
  const place = (value: string): string => `$${values.push(value)}::text`;
  const named: string[] = [];
  const conditions = words.map((word) => {
    const plain = place(`${withoutWildcards(foldedWord(word.typed))}%`);
    const key = place(`${withoutWildcards(usernameKey(word.typed))}%`);
    const mac = place(
      `${macDigits(word.typed) ?? withoutWildcards(word.typed.replaceAll(/[:.-]/g, '').toLowerCase())}%`,
    );
    named.push(isInKey('k.person_key', word, place) ?? 'false');
    return `(o.username_key like ${key} or o.mac like ${mac} or ${folded('o.access_point')} like ${plain}
      or o.account in (select p.account from people p where p.has_words[${named.length}]))`;
  });
  const hasOne = named.map((each) => `(${each})`).join(' or ');
  const people = `people as materialized (
    select k.account, array[${named.join(', ')}] as has_words from (
      select b.remote_id as account, x.person_key from (
        select k.organization_id, k.identity_id, k.person_key from subjects k
        where k.organization_id = $1 and k.person_key is not null and (${hasOne})) x
      join bindings b on b.organization_id = x.organization_id and b.identity_id = x.identity_id
        and b.target_key = 'built-in'
      union all
      select k.id::text, k.person_key from users k
      where k.organization_id = $1 and k.person_key is not null and (${hasOne})) k)`;
  return { people, where: conditions.join(' and '), values };
}

/** Lower case without accents. */
function foldedWord(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
