import { type ListField, listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListSource, whereSql } from '../../http/list/list-sql.js';
import type { Context } from '../../kernel/context.js';
import { macDigits } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';
import { isInKey, type SearchedWord, withoutWildcards } from '../search/searched-words.js';

export const guestKinds = ['stay', 'employment', 'visit', 'presence', 'membership', 'user'] as const;
export const guestStatuses = ['in_house', 'active', 'expected', 'suspended', 'left'] as const;

/** Numbers the statuses from 1, as the generated column `standing` of records does. */
export const standingOfUser = `(case
  when u.disabled then 4
  when u.valid_until <= now() then 5
  when u.valid_from > now() then 3
  else 2 end)::smallint`;

/**
 * The same columns for records of outside systems and for users, without conditions of their own: so both are read in
 * the order of the list, records by their index. account_id: what has the account, an identity or the user itself.
 */
const fromRecords = (records: string) => `(
  select s.organization_id, s.id, s.kind, s.connection_id, s.room, s.person_key, s.standing,
    s.identity_id as account_id, s.reservation, false as is_user
  from ${records} s
  union all
  select u.organization_id, u.id, 'user'::text, null::uuid, null::text, u.person_key, ${standingOfUser}, u.id,
    null::text, true
  from users u) g`;
const from = fromRecords('subjects');

/**
 * Records in the order of their index, which alone is read: the table, whose rows are wide, takes half as long again.
 * The index has no rooms.
 */
const fromIndex = fromRecords(`(
    select s.organization_id, s.id, s.kind, s.connection_id, null::text as room, s.person_key, s.standing,
      s.identity_id, s.reservation
    from subjects s where s.organization_id = $1 and s.person_key is not null order by s.standing offset 0)`);

export const statusOf = (standing: string): string =>
  `(array[${guestStatuses.map((status) => `'${status}'`).join(', ')}])[${standing}]`;

/** Accounts that somebody made by hand and a connection has taken over: their records stand for them. */
const taken = `select u.id from users u join bindings b on b.organization_id = u.organization_id
    and b.target_key = 'built-in' and b.kind = 'user' and b.remote_id = u.id::text and b.ended_at is null
  where u.organization_id = $1 and u.person_key is not null`;

/**
 * True for every user that a list of people shows. PostgreSQL knows how many users of all organizations together have
 * no connection, not how many of this one; where it expects many, it reads all accounts to find a handful. Between two
 * values that it does not know it expects few, and uses their index.
 */
const usersWithin = `g.person_key between ${keyOfUsers('min')} and ${keyOfUsers('max')}`;

/**
 * Of everybody: records in the order of their index, so that it alone is read. By themselves they would be counted in
 * the table, whose rows are ten times as wide. No more of that order than it takes: where the table has pages that were
 * not vacuumed yet, it is read and sorted instead, and names sort far more slowly.
 */
const total = `select (select count(*) from (select from subjects s
      where s.organization_id = $1 and s.person_key is not null order by s.standing) s)
    + (select count(*) from users u
      where u.organization_id = $1 and u.person_key is not null and u.id not in (${taken}))`;

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
    status: {
      column: statusOf('g.standing'),
      type: 'text',
      states: Object.fromEntries(guestStatuses.map((status, index) => [status, `g.standing = ${index + 1}`])),
    },
    standing: { column: 'g.standing', type: 'integer', filterable: false },
    name: { column: 'g.person_key', type: 'text', filterable: false },
    room: { column: 'g.room', type: 'text' },
    connection_id: { column: 'g.connection_id', type: 'uuid' },
    ...ofAccounts,
  },
});

export function guestSource(
  { organizationId }: Context,
  asked: ListQuery,
  words: readonly SearchedWord[],
): { plain: ListQuery; source: ListSource } {
  const accounts = asked.conditions.filter(({ field }) => Object.hasOwn(ofAccounts, field));
  const conditions = [
    `g.organization_id = $1 and g.person_key is not null
      and (not g.is_user or ${usersWithin} and g.id not in (${taken}))`,
  ];
  let values: unknown[] = [organizationId];
  const sets: string[] = [];
  /** Whoever has such an account: worked out once, for the page and for the total. */
  const accountsOf = (condition: string): string => {
    sets.push(`accounts_${sets.length} as materialized (${ofAccount(condition)})`);
    return `select id from accounts_${sets.length - 1}`;
  };
  if (accounts.length > 0) {
    const found = whereSql({ ...asked, conditions: accounts }, { where: 'a.organization_id = $1', values });
    ({ values } = found);
    const ids = accountsOf(found.where);
    // Few are looked up by their index; many are hashed.
    const areFew = accounts.some(({ operator }) => operator === 'eq' || operator === 'in');
    conditions.push(areFew ? `g.account_id = any (array(${ids}))` : `g.account_id in (${ids})`);
  }
  const place = (value: string): string => `$${values.push(value)}::text`;
  const ways = words.map((word) => waysToFind(word, place, accountsOf));
  const isOne = ways.length === 1;
  if (!isOne)
    for (const { own, accounts: ids } of ways) conditions.push(`(${[...own, ...ids.map(isAmong)].join(' or ')})`);
  const where = conditions.join(' and ');
  // No index finds a word within a key: all are looked at, but once for the page and the total.
  const columns = columnsFor(asked);
  const found = (source: string, condition: string) =>
    `select ${columns.join(', ')} from ${source} where ${where}${condition}`;
  if (isOne) {
    const own = `(${ways[0]!.own.join(' or ') || 'false'})`;
    const ids = ways[0]!.accounts.join(' union all ');
    const byName = found(columns.includes('g.room') ? from : fromIndex, ` and ${own}`);
    // Looked up by their index in one pass: to look for everybody's account among them takes twice as long.
    const byAccount = found(from, ` and g.account_id = any (array(${ids})) and ${own} is not true`);
    sets.push(`found as materialized (${byName} union all ${byAccount})`);
  } else if (words.length > 0) sets.push(`found as materialized (${found(from, '')})`);
  return {
    plain: { ...asked, conditions: asked.conditions.filter((each) => !accounts.includes(each)) },
    source: {
      name: 'guests',
      select: 'g.id',
      ...(words.length > 0 ? { from: 'found g', where: 'true' } : { from, where }),
      values,
      with: sets.length > 0 ? sets.join(', ') : undefined,
      total: conditions.length === 1 && words.length === 0 ? total : undefined,
    },
  };
}

/** A set has every column that it names: one that the index of people lacks makes a search read the table instead. */
function columnsFor({ conditions, sort, fields }: ListQuery): string[] {
  const named = [...conditions, ...sort].map(({ field }) => fields.fields[field].column);
  const plain = named.filter((column) => /^g\.\w+$/.test(column));
  return [...new Set([fields.id, 'g.standing', ...plain])];
}

/** By a word: whom it finds. */
interface WaysToFind {
  /** Conditions on the person's own record. */
  readonly own: readonly string[];
  /** Selects of the accounts that it finds. */
  readonly accounts: readonly string[];
}

const isAmong = (ids: string) => `g.account_id in (${ids})`;

/** Each word has to begin a word of the person's or the user name, or be a booking number or a device's address. */
function waysToFind(
  word: SearchedWord,
  place: (value: string) => string,
  accountsOf: (condition: string) => string,
): WaysToFind {
  const beginning = usernameKey(word.typed);
  const having = (condition: string) => accountsOf(`a.organization_id = $1 and ${condition}`);
  const own = [isInKey('g.person_key', word, place)];
  const accounts = [
    having(`a.username_key >= ${place(beginning)} and a.username_key < ${place(`${beginning}\u{10FFFF}`)}`),
  ];
  const mac = macDigits(word.typed);
  if (mac !== undefined) accounts.push(having(isOfDevice(place(mac))));
  // Whole: most of what begins like it is a room. A booking of several rooms has its number before a hyphen.
  const number = word.typed.toLowerCase();
  if (/\d/.test(number))
    own.push(`g.reservation = ${place(number)} or g.reservation like ${place(`${withoutWildcards(number)}-%`)}`);
  return { own: own.filter((way) => way !== null), accounts };
}

/** Whose device it is, and who came with it last, let in or not. */
function isOfDevice(mac: string): string {
  const latest = (log: string, at: string) => `(select l.username_key collate "C" from ${log} l
    where l.organization_id = $1 and l.mac = ${mac} and l.username_key is not null order by l.${at} desc limit 20)`;
  return `(a.id = any (array(select d.user_id from devices d
      where d.organization_id = $1 and d.mac = ${mac} and d.user_id is not null))
    or a.username_key = any (array(${latest('accounting_sessions', 'started_at')}
      union ${latest('authentication_log', 'at')})))`;
}

/**
 * Accounts like that: identities that are bound to one, and users that stand for themselves. The ids of all are looked
 * for in one pass over the index, in its order; one by one, thousands take six times as long.
 */
function ofAccount(condition: string): string {
  return `select b.identity_id as id from bindings b
    where b.organization_id = $1 and b.target_key = 'built-in' and b.kind = 'user' and b.ended_at is null
      and b.remote_id = any (array(select a.id::text from users a where ${condition}))
    union all select a.id from users a where ${condition} and a.person_key is not null`;
}

function keyOfUsers(which: 'min' | 'max'): string {
  return `(select ${which}(m.person_key) from users m where m.organization_id = $1 and m.person_key is not null)`;
}
