import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { namesOf, type PersonQuery, type PersonScope } from './person.js';
import { isRetired, kindOfAccount } from '../identity/account.js';
import { usernameKey } from '../../kernel/username-key.js';

interface SubjectRow {
  readonly id: string;
  readonly connectionId: string;
  readonly sourceKey: string;
  readonly identityId: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly person: Readonly<Record<string, unknown>>;
}

interface BoundName {
  readonly name: string;
  readonly kind: 'user' | 'voucher';
}

interface GuestRow {
  readonly username: string | null;
  readonly userId: string | null;
  readonly person: Readonly<Record<string, unknown>>;
}

const subjects = statement(
  'privacy_subjects',
  `
  select s.id, s.connection_id as "connectionId", s.source_key as "sourceKey", s.identity_id as "identityId", s.facts
    from subjects s
  where s.organization_id = $1 and (s.id = $2 or lower(s.facts ->> 'email') = lower($3)
    or s.identity_id in (select i.id from identities i where i.organization_id = $1 and i.account_key = $4
      and i.kind = 'user')) order by s.created_at, s.id`,
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

/** Those of these records, and those that they paid for at a captive portal. */
const users = replanned(
  'privacy_users',
  `
  with bound as (select b.remote_id from bindings b where b.organization_id = $1
    and b.identity_id = any($4::uuid[]) and b.kind = 'user' and b.target_key = 'built-in'),
  own as (select u.id, u.username, jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name,
    'email', u.email, 'phone', u.phone) as person from users u
  where u.organization_id = $1 and (u.username_key = $2 or lower(u.email) = lower($3)
    or u.id::text in (select remote_id from bound)))
  select id, username, person from own
  union
  select p.account_id, r.username, '{}'::jsonb from portal_payments p
  join registrations r on r.organization_id = p.organization_id and r.id = p.registration_id
  where p.organization_id = $1 and (p.user_id in (select id from own)
    or p.user_id::text in (select remote_id from bound))`,
);

/**
 * Guests whose account is gone, or never was: of portals the registrations and requests that name them. The account is
 * theirs alone where a portal made it.
 */
const guests = replanned(
  'privacy_guests',
  `
  select case when r.made_account then r.username end as username,
    case when r.made_account then r.user_id end as "userId", jsonb_build_object('firstName', r.first_name,
    'lastName', r.last_name, 'email', r.email, 'phone', r.phone) as person from registrations r
  where r.organization_id = $1 and (lower(r.email) = lower($3) or r.made_account and r.username_key = $2)
  union all
  select null, null, jsonb_build_object('firstName', q.first_name, 'lastName', q.last_name, 'email', q.email, 'phone',
    q.phone) from portal_requests q where q.organization_id = $1 and lower(q.email) = lower($3)
  union all
  select null, null, '{}' from portal_requests q where q.organization_id = $1 and lower(q.host) = lower($3)
  union all
  select null, null, '{}' from registrations r where r.organization_id = $1 and lower(r.approved_by) = lower($3)
  union all
  select null, null, '{}' from guest_registrations g where g.organization_id = $1 and lower(g.email) = lower($3)`,
);

/** Names under which accounts of these identities were known, and codes of their vouchers. */
const boundNames = replanned(
  'privacy_bound_names',
  `
  select distinct name, kind from bindings where organization_id = $1 and identity_id = any($2::uuid[])
    and kind in ('user', 'voucher') and name is not null`,
);

@Injectable()
export class PersonRepository {
  constructor(private readonly database: Database) {}

  /** Null if no such person is known. */
  async find(context: Context, query: PersonQuery): Promise<PersonScope | null> {
    const { organizationId } = context;
    const email = 'email' in query ? query.email.trim() : null;
    const account = 'username' in query ? usernameKey(query.username) : null;
    const found = await this.database.query<SubjectRow>(context, subjects, [
      organizationId,
      'subjectId' in query ? query.subjectId : null,
      email,
      account,
    ]);
    const subjectIds = found.map(({ id }) => id);
    const identities = await this.database.query<{ id: string; accountKey: string }>(context, ownIdentities, [
      organizationId,
      subjectIds,
      found.flatMap(({ identityId }) => identityId ?? []),
    ]);
    const identityIds = identities.map(({ id }) => id);
    const accounts = await this.database.query<UserRow>(context, users, [organizationId, account, email, identityIds]);
    const registered = await this.database.query<GuestRow>(context, guests, [organizationId, account, email]);
    if (found.length + accounts.length + registered.length === 0) return null;
    const bound = await this.database.query<BoundName>(context, boundNames, [organizationId, identityIds]);
    const usernames = [
      ...new Set([
        ...accounts.map(({ username }) => username),
        ...bound.map(({ name }) => name),
        ...registered.flatMap(({ username }) => username ?? []),
        ...identities
          .filter((each) => kindOfAccount(each.accountKey) === 'user' && !isRetired(each))
          .map(({ accountKey }) => accountKey),
      ]),
    ];
    const people = [
      ...found.map(({ facts }) => facts),
      ...accounts.map(({ person }) => person),
      ...registered.map(({ person }) => person),
      ...(email ? [{ email }] : []),
    ];
    return {
      subjectIds,
      identityIds,
      userIds: [...new Set([...accounts.map(({ id }) => id), ...registered.flatMap(({ userId }) => userId ?? [])])],
      connectionIds: [...new Set(found.map(({ connectionId }) => connectionId))],
      usernames: [...new Set(usernames.map(usernameKey))],
      codes: bound.filter(({ kind }) => kind === 'voucher').map(({ name }) => usernameKey(name)),
      ...namesOf(
        people,
        usernames,
        found.map(({ sourceKey }) => sourceKey),
      ),
    };
  }
}
