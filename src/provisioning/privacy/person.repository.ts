import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { isUuid } from '../../kernel/ids.js';
import { isCalled, type NamedRow, peopleAmong } from './people-among.js';
import { namesOf, type PersonQuery, type PersonScope, severalPeople } from './person.js';
import { isRetired, kindOfAccount } from '../identity/account.js';
import { usernameKey } from '../../kernel/username-key.js';

type Facts = Readonly<Record<string, unknown>>;

interface SubjectRow {
  readonly id: string;
  readonly connectionId: string;
  readonly sourceKey: string;
  readonly identityId: string | null;
  readonly facts: Facts;
}

interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly person: Facts;
  /** Whose account it is, where it follows records. */
  readonly identityIds: readonly string[];
}

interface GuestRow {
  /** Null: the row names them as somebody's host. */
  readonly id: string | null;
  readonly username: string | null;
  readonly userId: string | null;
  readonly person: Facts;
}

interface BoundName {
  readonly name: string;
  readonly kind: 'user' | 'voucher';
  readonly remoteId: string;
}

/** A row of any kind, as `peopleAmong` compares it. */
type Found = NamedRow & { readonly email: string | null } & (
    | { readonly of: 'subject'; readonly row: SubjectRow }
    | { readonly of: 'user'; readonly row: UserRow }
    | { readonly of: 'guest'; readonly row: GuestRow }
  );

interface Meant {
  readonly rows: readonly Found[];
  readonly othersEmails: ReadonlySet<string>;
}

interface SoughtBy {
  readonly subjectId?: string;
  readonly emails: readonly string[];
  readonly account?: string;
}

const subjects = statement(
  'privacy_subjects',
  `
  select s.id, s.connection_id as "connectionId", s.source_key as "sourceKey", s.identity_id as "identityId", s.facts
    from subjects s
  where s.organization_id = $1 and (s.id = $2 or lower(s.facts ->> 'email') = any($3::text[])
    or s.identity_id in (select i.id from identities i where i.organization_id = $1 and i.account_key = $4
      and i.kind = 'user')) order by s.created_at, s.id`,
);

const person = (first: string, last: string, from: string) =>
  `jsonb_build_object('firstName', ${first}, 'lastName', ${last}, 'email', ${from}.email, 'phone', ${from}.phone)`;

/** $2 the account's name, $3 addresses. */
const users = replanned(
  'privacy_users',
  `
  select u.id, u.username, ${person('u.first_name', 'u.last_name', 'u')} as person,
    coalesce((select jsonb_agg(b.identity_id) from bindings b where b.organization_id = $1 and b.kind = 'user'
      and b.target_key = 'built-in' and b.remote_id = u.id::text and b.state <> 'removed'), '[]') as "identityIds"
  from users u where u.organization_id = $1 and (u.username_key = $2 or lower(u.email) = any($3::text[]))`,
);

/**
 * Guests whose account is gone, or never was: of portals the registrations and requests that name them. The account is
 * theirs alone where a portal made it.
 */
const guests = replanned(
  'privacy_guests',
  `
  select r.id, case when r.made_account then r.username end as username,
    case when r.made_account then r.user_id end as "userId", ${person('r.first_name', 'r.last_name', 'r')} as person
  from registrations r
  where r.organization_id = $1 and (lower(r.email) = any($3::text[]) or r.made_account and r.username_key = $2)
  union all
  select q.id, null, null, ${person('q.first_name', 'q.last_name', 'q')} from portal_requests q
  where q.organization_id = $1 and lower(q.email) = any($3::text[])
  union all
  select g.id, null, null, jsonb_build_object('lastName', g.full_name, 'email', g.email) from guest_registrations g
  where g.organization_id = $1 and lower(g.email) = any($3::text[])
  union all
  select null, null, null, jsonb_build_object('email', q.host) from portal_requests q
  where q.organization_id = $1 and lower(q.host) = any($3::text[])
  union all
  select null, null, null, jsonb_build_object('email', r.approved_by) from registrations r
  where r.organization_id = $1 and lower(r.approved_by) = any($3::text[])`,
);

/** Accounts of these records that no other record shares. */
const ownIdentities = replanned(
  'privacy_own_identities',
  `
  select i.id, i.account_key as "accountKey" from identities i
  where i.organization_id = $1 and (i.id = any($3::uuid[]) or i.id in (select identity_id from entitlements
    where organization_id = $1 and subject_id = any($2::uuid[])))
    and not exists (select 1 from subjects s where s.organization_id = $1 and s.identity_id = i.id
      and s.id <> all($2::uuid[]))
    and not exists (select 1 from entitlements e where e.organization_id = $1 and e.identity_id = i.id
      and e.subject_id <> all($2::uuid[]))`,
);

/** Names under which accounts of these identities were known, and codes of their vouchers. */
const boundNames = replanned(
  'privacy_bound_names',
  `
  select distinct name, kind, remote_id as "remoteId" from bindings where organization_id = $1
    and identity_id = any($2::uuid[]) and kind in ('user', 'voucher') and name is not null`,
);

/** $2 users of these records, and those that were paid for by one of them at a captive portal. */
const accounts = replanned(
  'privacy_accounts',
  `
  with own as (select u.id, u.username, ${person('u.first_name', 'u.last_name', 'u')} as person from users u
  where u.organization_id = $1 and u.id = any($2::uuid[]))
  select id, username, person from own
  union
  select p.account_id, r.username, '{}'::jsonb from portal_payments p
  join registrations r on r.organization_id = p.organization_id and r.id = p.registration_id
  where p.organization_id = $1 and p.user_id = any($2::uuid[])`,
);

/**
 * Which of these names ($2 as they are compared, $3 as written) other accounts have or had. $4 identities, $5 users.
 */
const othersNames = replanned(
  'privacy_names_of_others',
  `
  select i.account_key as name from identities i where i.organization_id = $1 and i.kind = 'user'
    and i.account_key = any($2::text[]) and i.id <> all($4::uuid[])
  union
  select b.name from bindings b where b.organization_id = $1 and b.kind = 'user' and b.name = any($3::text[])
    and b.identity_id <> all($4::uuid[])
  union
  select u.username from users u where u.organization_id = $1 and u.username_key = any($2::text[])
    and u.id <> all($5::uuid[])`,
);

@Injectable()
export class PersonRepository {
  constructor(private readonly database: Database) {}

  /** Null if no such person is known. @throws Problem invalid where several people are, and the query fits them all */
  async find(context: Context, query: PersonQuery): Promise<PersonScope | null> {
    const found = await this.meant(context, query);
    return found && this.scope(context, found);
  }

  /** Rows of the one who is meant, and addresses that others whom the same rows are about have, too. */
  private async meant(context: Context, query: PersonQuery): Promise<Meant | null> {
    const started = await this.rows(context, soughtBy(query));
    if (started.length === 0) return null;
    const isByEmail = 'email' in query;
    const emails = [...new Set(started.flatMap(({ email }) => email?.trim().toLowerCase() || []))];
    const all = isByEmail ? started : merged(started, await this.rows(context, { emails }));
    const people = peopleAmong(all);
    const fitting = people.filter((each) => each.rows.some((row) => isByEmail || started.includes(row)));
    // A record without a name, with the address of several people: it is itself, and nothing more.
    const found = fitting.length > 0 ? fitting : [{ name: '', rows: started }];
    const { name } = query;
    const named = name === undefined ? found : found.filter((each) => isCalled(each, name));
    if (named.length !== 1) throw severalPeople(found.map((each) => each.name));
    const [one] = named;
    const others = people.filter((each) => each !== one).flatMap(({ rows }) => rows);
    return { rows: one.rows, othersEmails: new Set(others.map(({ email }) => email?.toLowerCase() ?? '')) };
  }

  private async scope(context: Context, { rows, othersEmails }: Meant): Promise<PersonScope> {
    const { organizationId } = context;
    const of = <Kind extends Found['of']>(kind: Kind) =>
      rows.flatMap((each) => (each.of === kind ? [each.row as Extract<Found, { of: Kind }>['row']] : []));
    const [records, registered] = [of('subject'), of('guest')];
    const subjectIds = records.map(({ id }) => id);
    const identities = await this.database.query<{ id: string; accountKey: string }>(context, ownIdentities, [
      organizationId,
      subjectIds,
      records.flatMap(({ identityId }) => identityId ?? []),
    ]);
    const identityIds = identities.map(({ id }) => id);
    const bound = await this.database.query<BoundName>(context, boundNames, [organizationId, identityIds]);
    const own = of('user').filter(({ identityIds: whose }) => whose.every((each) => identityIds.includes(each)));
    const userIds = [
      ...own.map(({ id }) => id),
      ...bound.filter(({ kind, remoteId }) => kind === 'user' && isUuid(remoteId)).map(({ remoteId }) => remoteId),
      ...registered.flatMap(({ userId }) => userId ?? []),
    ];
    const held = await this.database.query<Pick<UserRow, 'id' | 'username' | 'person'>>(context, accounts, [
      organizationId,
      [...new Set(userIds)],
    ]);
    const allUserIds = [...new Set([...userIds, ...held.map(({ id }) => id)])];
    const usernames = [
      ...held.map(({ username }) => username),
      ...bound.map(({ name }) => name),
      ...registered.flatMap(({ username }) => username ?? []),
      ...identities
        .filter((each) => kindOfAccount(each.accountKey) === 'user' && !isRetired(each))
        .map(({ accountKey }) => accountKey),
    ];
    const shared = await this.namesOfOthers(context, usernames, identityIds, allUserIds);
    const ownNames = [...new Set(usernames)].filter((each) => !shared.has(usernameKey(each)));
    const isNobodyElses = (text: string) => !shared.has(usernameKey(text)) && !othersEmails.has(text.toLowerCase());
    const texts = namesOf(
      [...records.map(({ facts }) => facts), ...[...held, ...registered].map(({ person: facts }) => facts)],
      ownNames,
      records.map(({ sourceKey }) => sourceKey),
    );
    return {
      subjectIds,
      identityIds,
      userIds: allUserIds,
      guestIds: registered.flatMap(({ id }) => id ?? []),
      connectionIds: [...new Set(records.map(({ connectionId }) => connectionId))],
      usernames: [...new Set(ownNames.map(usernameKey))],
      codes: bound.filter(({ kind }) => kind === 'voucher').map(({ name }) => usernameKey(name)),
      names: texts.names.filter(isNobodyElses),
      words: texts.words.filter(isNobodyElses),
      pairs: texts.pairs,
    };
  }

  private async rows(context: Context, { subjectId, emails, account }: SoughtBy): Promise<Found[]> {
    const { organizationId } = context;
    const byName = [organizationId, account ?? null, emails];
    const [records, accountsNamed, registered] = await Promise.all([
      this.database.query<SubjectRow>(context, subjects, [organizationId, subjectId ?? null, emails, account ?? null]),
      subjectId === undefined ? this.database.query<UserRow>(context, users, byName) : [],
      subjectId === undefined ? this.database.query<GuestRow>(context, guests, byName) : [],
    ]);
    return [
      ...records.map((row): Found => ({ of: 'subject', row, ...nameIn(row.facts) })),
      ...accountsNamed.map((row): Found => ({ of: 'user', row, ...nameIn(row.person) })),
      ...registered.map((row): Found => ({ of: 'guest', row, ...nameIn(row.person) })),
    ];
  }

  private async namesOfOthers(
    context: Context,
    usernames: readonly string[],
    identityIds: readonly string[],
    userIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ name: string }>(context, othersNames, [
      context.organizationId,
      usernames.map(usernameKey),
      usernames,
      identityIds,
      userIds,
    ]);
    return new Set(rows.map(({ name }) => usernameKey(name)));
  }
}

function soughtBy(query: PersonQuery): SoughtBy {
  if ('subjectId' in query) return { subjectId: query.subjectId, emails: [] };
  return 'email' in query
    ? { emails: [query.email.trim().toLowerCase()] }
    : { emails: [], account: usernameKey(query.username) };
}

/** The first ones stay what they are: it is they that were asked for. */
function merged(started: readonly Found[], further: readonly Found[]): Found[] {
  const known = new Set(started.map(({ of, row }) => `${of} ${row.id}`));
  return [...started, ...further.filter(({ of, row }) => row.id === null || !known.has(`${of} ${row.id}`))];
}

function nameIn({ firstName, lastName, email, employeeNumber }: Facts): NamedRow & { readonly email: string | null } {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { firstName: text(firstName), lastName: text(lastName), email: text(email), number: text(employeeNumber) };
}
