import { Problem } from '../../kernel/errors.js';
import { macDigits } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';

const mostWords = 5;

/** Lower case without accents. Most names are ASCII, which costs a tenth. */
const folded = (column: string): string =>
  `case when octet_length(${column}) = char_length(${column}) then lower(${column})
    else regexp_replace(lower(normalize(${column}, NFD)), '[\u0300-\u036f]', '', 'g') end`;

/** Whether each part of the word, as `usher_person_key` reads it, begins a word of the key. */
const isOfKey = (column: string, word: string): string =>
  `${column} is not null and usher_person_key(${word}) is not null and ' ' || ${column} like all (array(
    select '% ' || regexp_replace(part, '([\\\\%_])', '\\\\\\1', 'g') || '%'
    from unnest(string_to_array(usher_person_key(${word}), ' ')) as part))`;

/**
 * What people type into one box: every word is the beginning of a room, a name, an account, a device or a place. Whose
 * room or name it is, is asked once, not for each session.
 */
export function searchCondition(
  search: string,
  before: readonly unknown[],
): { readonly where: string; readonly values: readonly unknown[] } {
  const words = search.trim().split(/\s+/).filter(Boolean);
  if (words.length > mostWords) throw new Problem('malformed', `search: at most ${mostWords} words`);
  const values = [...before];
  const place = (value: string): string => {
    values.push(value);
    return `$${values.length}::text`;
  };
  const conditions = words.map((word) => {
    const typed = place(word);
    const plain = place(`${escaped(foldedWord(word))}%`);
    const key = place(`${escaped(usernameKey(word))}%`);
    const mac = place(`${macDigits(word) ?? escaped(word.replaceAll(/[:.-]/g, '').toLowerCase())}%`);
    return `(o.username_key like ${key} or o.mac like ${mac} or ${folded('o.access_point')} like ${plain}
      or o.account in (
        select b.remote_id from subjects x
        join bindings b on b.organization_id = x.organization_id and b.identity_id = x.identity_id
          and b.target_key = 'built-in'
        where x.organization_id = $1 and ${isOfKey('x.person_key', typed)}
        union all
        select u.id::text from users u where u.organization_id = $1 and ${isOfKey('u.person_key', typed)}))`;
  });
  return { where: conditions.length === 0 ? 'true' : conditions.join(' and '), values };
}

/** Lower case without accents. */
function foldedWord(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
