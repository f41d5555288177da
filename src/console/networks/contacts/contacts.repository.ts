import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

/** One access point, by its own name, behind one client of the network. */
export interface HeardAccessPoint {
  readonly clientId: string;
  readonly nasAddress: string | null;
  readonly accessPoint: string | null;
  readonly accessPointMac: string | null;
  readonly lastLoginAt: Instant | null;
  readonly lastAccountingAt: Instant | null;
  readonly accepted: number;
  readonly rejected: number;
  readonly online: number;
}

export interface UnansweredContact {
  readonly kind: 'unknown_address' | 'wrong_secret';
  readonly address: string;
  readonly clientId: string | null;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly times: number;
}

/** Of the last 24 hours and of open sessions, the latest first. $2 network, $3 now. */
const heard = replanned(
  'network_contacts_heard',
  `
  select x.client_id as "clientId", x.nas_address as "nasAddress", x.access_point as "accessPoint",
    x.access_point_mac as "accessPointMac", max(x.login_at) as "lastLoginAt",
    max(x.accounting_at) as "lastAccountingAt", sum(x.accepted)::int as accepted, sum(x.rejected)::int as rejected,
    sum(x.online)::int as online
  from (
    select l.network_client_id as client_id, l.nas_address, l.access_point, l.access_point_mac, max(l.at) as login_at,
      null::timestamptz as accounting_at,
      count(*) filter (where l.at > $3::timestamptz - interval '5 minutes' and l.outcome = 'accepted') as accepted,
      count(*) filter (where l.at > $3::timestamptz - interval '5 minutes' and l.outcome = 'rejected') as rejected,
      0 as online
    from authentication_log l
    where l.organization_id = $1 and l.network_id = $2 and l.at > $3::timestamptz - interval '24 hours'
    group by 1, 2, 3, 4
    union all
    select s.network_client_id, s.nas_address, s.access_point, s.access_point_mac, null, max(s.updated_at), 0, 0,
      count(*) filter (where s.stopped_at is null)
    from (
      select o.* from accounting_sessions o where o.organization_id = $1 and o.stopped_at is null
      union all
      select e.* from accounting_sessions e where e.organization_id = $1 and e.stopped_at is not null
        and e.started_at > $3::timestamptz - interval '24 hours') s
    where s.network_id = $2 group by 1, 2, 3, 4) x
  where x.client_id is not null group by 1, 2, 3, 4
  order by greatest(max(x.login_at), max(x.accounting_at)) desc limit 1000`,
);

const unanswered = statement(
  'network_contacts_unanswered',
  `
  select k.kind, k.address, k.client_id as "clientId", k.first_at as "firstAt", k.last_at as "lastAt", k.times
  from radius_contacts k where k.organization_id = $1 order by k.last_at desc limit 500`,
);

/** Reads when access points last sent something, and which packets nobody could answer. */
@Injectable()
export class ContactsRepository {
  constructor(private readonly database: Database) {}

  heard(context: Context, networkId: string, now: Instant): Promise<HeardAccessPoint[]> {
    return this.database.query(context, heard, [context.organizationId, networkId, now]);
  }

  unanswered(context: Context): Promise<UnansweredContact[]> {
    return this.database.query(context, unanswered, [context.organizationId]);
  }
}
