import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { AccessFacts } from './access-facts.js';

/** A user as the next sign-in would find it, from where the last one was. */
export interface ExaminedUser {
  readonly id: string;
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly user: NonNullable<AccessFacts['user']>;
  readonly group: AccessFacts['group'];
  readonly timeZone: string;
  /** The latest accepted login; null: none within 30 days. */
  readonly login: {
    readonly at: Instant;
    readonly ssid: string | null;
    readonly authMethod: string | null;
    readonly client: { readonly name: string; readonly address: string } | null;
    readonly device: AccessFacts['device'];
  } | null;
  readonly population: number;
}

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** $2 how many, $3 now. A sample takes the users whose ids hash lowest, so it is arbitrary and repeatable. */
const examined = replanned(
  'policy_impact_users',
  `
  with chosen as (select u.*, count(*) over () as population from users u where u.organization_id = $1
    order by hashtext(u.id::text), u.id limit $2)
  select u.id, u.username, u.first_name as "firstName", u.last_name as "lastName",
    jsonb_build_object('disabled', u.disabled, 'validFrom', ${instant('u.valid_from')},
      'validUntil', ${instant('u.valid_until')}) as "user",
    (select jsonb_build_object('id', g.id, 'policy', g.policy) from user_groups g
      where g.organization_id = $1 and g.id = u.group_id) as "group",
    o.time_zone as "timeZone",
    (select jsonb_build_object('at', ${instant('l.at')}, 'ssid', l.ssid, 'authMethod', l.auth_method,
       'client', (select jsonb_build_object('name', k.short_name, 'address', coalesce(l.nas_address, host(k.address)))
         from network_clients k where k.organization_id = $1 and k.id = l.network_client_id),
       'device', (select jsonb_build_object('type', d.type, 'disabled', d.disabled,
         'validUntil', ${instant('d.valid_until')}) from devices d where d.organization_id = $1 and d.mac = l.mac))
     from authentication_log l where l.organization_id = $1 and l.username_key = u.username_key collate "default"
       and l.at > $3::timestamptz - interval '30 days' and l.outcome = 'accepted'
     order by l.at desc limit 1) as login,
    u.population
  from chosen u join organizations o on o.id = $1`,
);

@Injectable()
export class PolicyImpactRepository {
  constructor(private readonly database: Database) {}

  users(context: Context, limit: number, now: Instant): Promise<ExaminedUser[]> {
    return this.database.query(context, examined, [context.organizationId, limit, now]);
  }
}
