import { type ListField, listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListSource, whereSql } from '../../http/list/list-sql.js';
import type { Context } from '../../kernel/context.js';
import { usernameKey } from '../../kernel/username-key.js';

export const guestKinds = ['stay', 'employment', 'visit', 'presence', 'membership', 'user'] as const;
export const guestStatuses = ['in_house', 'active', 'expected', 'suspended', 'left'] as const;

const statusOfRecord = `case
  when s.state = 'gone' then 'left'
  when s.facts ->> 'status' = 'in_house' then 'in_house'
  when s.facts ->> 'status' in ('expected', 'prehire') then 'expected'
  when s.facts ->> 'status' in ('active', 'unknown', 'past_due') then 'active'
  when s.facts ->> 'status' in ('leave', 'suspended', 'held', 'paused') then 'suspended'
  else 'left' end`;
const statusOfUser = `case
  when u.disabled then 'suspended'
  when u.valid_until <= now() then 'left'
  when u.valid_from > now() then 'expected'
  else 'active' end`;

/** The same columns for records of outside systems and for users without a record. */
const ofRecord = `
  select s.organization_id, s.id, s.kind, s.connection_id, s.room, s.person_key, ${statusOfRecord} as status
  from subjects s where s.person_key is not null`;
const ofUser = `
  select u.organization_id, u.id, 'user' as kind, null::uuid as connection_id, null::text as room, u.person_key,
    ${statusOfUser} as status
  from users u where u.person_key is not null and not exists (select from bindings b
    where b.organization_id = u.organization_id and b.target_key = 'built-in' and b.kind = 'user'
      and b.remote_id = u.id::text and b.ended_at is null)`;
const from = `(${ofRecord} union all ${ofUser}) g`;

/** Filters on accounts, which few rows pass: applied first, by their own index. */
const ofAccounts: Readonly<Record<string, ListField>> = {
  username: { column: 'a.username_key', type: 'text', sortable: false, fold: usernameKey, isBytewise: true },
};

export const guestFields = listFields({
  id: 'g.id',
  sort: 'standing:asc,name:asc',
  fields: {
    id: { column: 'g.id', type: 'uuid' },
    kind: { column: 'g.kind', type: 'text' },
    status: { column: 'g.status', type: 'text' },
    standing: {
      column: `array_position(array['in_house', 'active', 'expected', 'suspended', 'left'], g.status)`,
      type: 'integer',
      filterable: false,
    },
    name: { column: 'g.person_key', type: 'text', filterable: false },
    room: { column: 'g.room', type: 'text' },
    connection_id: { column: 'g.connection_id', type: 'uuid' },
    ...ofAccounts,
  },
});

/** A word of a search, as typed and as `usher_person_key` folds it. */
export interface SearchedWord {
  readonly typed: string;
  readonly key: string | null;
}

export function guestSource(
  { organizationId }: Context,
  asked: ListQuery,
  words: readonly SearchedWord[],
): { plain: ListQuery; source: ListSource } {
  const accounts = asked.conditions.filter(({ field }) => Object.hasOwn(ofAccounts, field));
  const conditions = ['g.organization_id = $1'];
  let values: unknown[] = [organizationId];
  if (accounts.length > 0) {
    const found = whereSql({ ...asked, conditions: accounts }, { where: 'a.organization_id = $1', values });
    ({ values } = found);
    conditions.push(hasAccount(found.where));
  }
  const place = (value: string): string => `$${values.push(value)}::text`;
  for (const word of words) conditions.push(isFound(word, place));
  return {
    plain: { ...asked, conditions: asked.conditions.filter((each) => !accounts.includes(each)) },
    source: { name: 'guests', select: 'g.id, g.kind, g.status', from, where: conditions.join(' and '), values },
  };
}

/** Each word has to begin a word of the person's, or the user name. */
function isFound({ typed, key }: SearchedWord, place: (value: string) => string): string {
  const beginning = usernameKey(typed);
  const account = hasAccount(`a.organization_id = $1 and a.username_key >= ${place(beginning)}
    and a.username_key < ${place(`${beginning}\u{10FFFF}`)}`);
  const words = (key ?? '').split(' ').filter(Boolean);
  if (words.length === 0) return account;
  return `(${words.map((word) => `' ' || g.person_key like ${place(`% ${escaped(word)}%`)}`).join(' and ')}
    or ${account})`;
}

function hasAccount(condition: string): string {
  return `g.id = any (array(
    select x.id from users a
    join bindings b on b.organization_id = a.organization_id and b.target_key = 'built-in' and b.kind = 'user'
      and b.remote_id = a.id::text and b.ended_at is null
    join subjects x on x.organization_id = b.organization_id and x.identity_id = b.identity_id
    where ${condition}
    union all select a.id from users a where ${condition}))`;
}

function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
