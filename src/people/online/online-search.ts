import { Problem } from '../../kernel/errors.js';
import { macDigits } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';

const mostWords = 5;

/** Lower case without accents. Most names are ASCII, which costs a tenth. */
const folded = (column: string): string =>
  `case when octet_length(${column}) = char_length(${column}) then lower(${column})
    else regexp_replace(lower(normalize(${column}, NFD)), '[\u0300-\u036f]', '', 'g') end`;

/** What people type into one box: every word is the beginning of a room, a name, an account, a device or a place. */
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
    const plain = place(`${escaped(foldedWord(word))}%`);
    const key = place(`${escaped(usernameKey(word))}%`);
    const mac = place(`${macDigits(word) ?? escaped(word.replaceAll(/[:.-]/g, '').toLowerCase())}%`);
    return `(o.username_key like ${key} or o.mac like ${mac} or ${folded('o.access_point')} like ${plain}
      or exists (select from users u where u.organization_id = $1 and u.id = o.user_id
        and (${folded('u.last_name')} like ${plain} or ${folded('u.first_name')} like ${plain}
          or lower(u.email) like ${key}))
      or o.account in (select b.remote_id from subjects x
        join bindings b on b.organization_id = x.organization_id and b.identity_id = x.identity_id
          and b.target_key = 'built-in'
        where x.organization_id = $1 and x.connection_id = any (array(select c.id from connections c
          where c.organization_id = $1)) and lower(x.room) like ${plain}))`;
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
