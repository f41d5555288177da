import { Injectable } from '@nestjs/common';
import { Database, replanned, type Statement } from '../../database/database.js';
import { macColumnShown } from '../../database/mac-column.js';
import type { Context } from '../../kernel/context.js';
import { Secrets } from '../../kernel/secrets.js';
import { PrivacyTrail } from '../wifi-console/built-in/privacy-trail.js';
import { personHash } from './erasure.js';
import { type PersonQuery, type PersonScope, unknownPerson } from './person.js';
import { PersonRepository } from './person.repository.js';
import { aboutPerson, byAccount } from './person-rows.js';

/** Rows of one kind in one export. */
const most = 10_000;

/** A voucher's code still lets in: logins by it are shown, the code is not. */
const usernameBeside = (codes: string, table: string) =>
  `case when ${table}.username_key <> all(${codes}::text[]) then ${table}.username end as username`;

/** Who came in by a portal, or only left an address there. */
const registered = ({ usernames, userIds, names, codes, guestIds }: PersonScope): unknown[] => [
  usernames,
  userIds,
  names.map((each) => each.toLowerCase()),
  codes,
  guestIds,
];

const queries: Readonly<
  Record<string, { readonly statement: Statement; readonly by: (scope: PersonScope) => unknown[] }>
> = {
  records: {
    statement: replanned(
      'export_records',
      `select s.id, s.connection_id, s.source_key as key, s.facts, s.state, s.last_event_at, s.created_at
        from subjects s where s.organization_id = $1 and s.id = any($2::uuid[]) limit ${most}`,
    ),
    by: ({ subjectIds }) => [subjectIds],
  },
  entitlements: {
    statement: replanned(
      'export_entitlements',
      `select e.id, e.subject_id, e.kind, e.spec - 'passwordFingerprint' as spec, e.valid_from_at, e.valid_until_at,
        e.revoked from entitlements e where e.organization_id = $1 and e.subject_id = any($2::uuid[]) limit ${most}`,
    ),
    by: ({ subjectIds }) => [subjectIds],
  },
  accounts: {
    statement: replanned(
      'export_accounts',
      `select u.id, u.username, u.first_name, u.last_name, u.email, u.phone, u.disabled, u.valid_from, u.valid_until,
        u.comment, u.created_at from users u where u.organization_id = $1 and u.id = any($2::uuid[]) limit ${most}`,
    ),
    by: ({ userIds }) => [userIds],
  },
  devices: {
    statement: replanned(
      'export_devices',
      `select d.id, ${macColumnShown('d.mac')} as mac, d.name, d.type, d.os, d.created_at from devices d
        where d.organization_id = $1 and d.user_id = any($2::uuid[]) limit ${most}`,
    ),
    by: ({ userIds }) => [userIds],
  },
  deliveries: {
    statement: replanned(
      'export_deliveries',
      `select d.id, d.via, d.kind, d.address, d.language, d.status, d.delivered_at, d.created_at
        from credential_deliveries d where d.organization_id = $1 and d.subject_id = any($2::uuid[]) limit ${most}`,
    ),
    by: ({ subjectIds }) => [subjectIds],
  },
  log: {
    statement: replanned(
      'export_log',
      `select l.at, l.kind, l.status, l.account, l.before, l.after, l.detail from provision_log l
        where l.organization_id = $1 and ${aboutPerson('l')} order by l.at limit ${most}`,
    ),
    by: ({ subjectIds, identityIds }) => [subjectIds, identityIds],
  },
  registrations: {
    statement: replanned(
      'export_registrations',
      `select r.id, r.method, ${usernameBeside('$5', 'r')}, r.first_name, r.last_name, r.email, r.phone,
        r.company,
        ${macColumnShown('r.mac')} as mac, r.ssid, r.access_point, r.language, r.approved_by, r.confirmed_at,
        r.tier, r.price, r.currency, r.pay, r.since_at as since,
        r.until_at as until, r.ended_at, r.end_reason,
        coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'version', c.version, 'language', c.language,
          'text_hash', c.text_hash, 'given_at', c.given_at)) from portal_consents c
          where c.organization_id = $1 and c.registration_id = r.id), '[]') as consents
        from registrations r where r.organization_id = $1 and (${byAccount('r')}
          or lower(r.email) = any($4::text[]) or r.id = any($6::uuid[])) order by r.since_at limit ${most}`,
    ),
    by: registered,
  },
  /** What report 115 reads. */
  registration_log: {
    statement: replanned(
      'export_registration_log',
      `select g.created_at, g.method, ${usernameBeside('$5', 'g')}, g.full_name, g.email, g.phone,
        g.company, g.address,
        ${macColumnShown('g.mac')} as mac, g.ssid, g.access_point, g.valid_until, g.tier, g.price, g.currency, g.pay
        from guest_registrations g where g.organization_id = $1 and (${byAccount('g')}
          or lower(g.email) = any($4::text[]) or g.id = any($6::uuid[])) order by g.created_at limit ${most}`,
    ),
    by: registered,
  },
  certificates: {
    statement: replanned(
      'export_certificates',
      `select c.id, c.serial, c.purpose, c.common_name, c.subject, c.starts_at, c.expires_at, c.revoked_at,
        c.revocation_reason from certificates c where c.organization_id = $1 and c.user_id = any($2::uuid[])
          order by c.created_at limit ${most}`,
    ),
    by: ({ userIds }) => [userIds],
  },
  requests: {
    statement: replanned(
      'export_requests',
      `select q.id, q.method, q.status, q.first_name, q.last_name, q.email, q.phone, q.company, q.host,
        ${macColumnShown('q.mac')} as mac, q.ssid, q.language, q.consents, q.created_at, q.ends_at, q.decided_at
        from portal_requests q where q.organization_id = $1 and (q.user_id = any($2::uuid[])
          or lower(q.email) = any($3::text[]) or q.id = any($4::uuid[])) order by q.created_at limit ${most}`,
    ),
    by: ({ userIds, names, guestIds }) => [userIds, names.map((each) => each.toLowerCase()), guestIds],
  },
  logins: {
    statement: replanned(
      'export_logins',
      `select a.at, a.outcome, ${usernameBeside('$4', 'a')}, ${macColumnShown('a.mac')} as mac,
        a.ssid, a.access_point, a.reason
        from authentication_log a where a.organization_id = $1 and ${byAccount('a')} order by a.at limit ${most}`,
    ),
    by: ({ usernames, userIds, codes }) => [usernames, userIds, codes],
  },
  sessions: {
    statement: replanned(
      'export_sessions',
      `select a.started_at, a.stopped_at, ${usernameBeside('$4', 'a')}, ${macColumnShown('a.mac')} as mac,
        a.ip_address, a.ipv6::text[] as ipv6, a.ssid,
        a.access_point, a.session_seconds from accounting_sessions a where a.organization_id = $1
        and ${byAccount('a')} order by a.started_at limit ${most}`,
    ),
    by: ({ usernames, userIds, codes }) => [usernames, userIds, codes],
  },
};

/** Everything stored about one person, for that person. Contains no passwords and no codes. */
@Injectable()
export class PersonExport {
  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly secrets: Secrets,
    private readonly trail: PrivacyTrail,
  ) {}

  /** At most 10,000 rows of each kind. @throws Problem invalid */
  async of(context: Context, query: PersonQuery): Promise<Record<string, object[]>> {
    const scope = await this.people.find(context, query);
    if (!scope) throw unknownPerson(query);
    const parts = await Promise.all(
      Object.entries(queries).map(
        async ([name, { statement, by }]) =>
          [name, await this.database.query(context, statement, [context.organizationId, ...by(scope)])] as const,
      ),
    );
    await this.trail.exported(
      context,
      personHash(this.secrets, context.organizationId, query),
      Object.fromEntries(parts.map(([name, rows]) => [name, rows.length])),
    );
    return Object.fromEntries(parts);
  }
}
