import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { Database, statement } from '../../database/database.js';
import { macColumnShown } from '../../database/mac-column.js';
import type { Context } from '../../kernel/context.js';
import { codeKey } from '../vouchers/voucher.js';
import type { AccessTry, KnownParties } from './access-try.js';
import { usernameKey } from '../../kernel/username-key.js';

/** Instants in the API's format; to_jsonb would use PostgreSQL's. */
const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A user by id or name, else a voucher by code, else a device by its MAC address together with its user. The device's
 * own group comes before its user's. $2 user id, $3 username key, $4 code key, $5 MAC, $6 name of a client, $7 its
 * address, $8 when.
 */
const find = statement(
  'policies_known_parties',
  `
  with device as (select * from devices where organization_id = $1 and mac = $5::text),
  account as (
    select * from users u where u.organization_id = $1
      and case when $2::uuid is not null then u.id = $2 when $3::text is not null then u.username_key = $3
        else u.id = (select user_id from device) end),
  voucher as (select * from vouchers where organization_id = $1 and code_key = $4::text and not exists (select
  from account)),
  member as (select coalesce(case when $2::uuid is null and $3::text is null then (select group_id from device) end,
  (select group_id from account), (select group_id from voucher)) as group_id)
  select o.time_zone as "timeZone",
    (select jsonb_build_object('id', id, 'name', username, 'disabled', disabled, 'validFrom', ${instant('valid_from')},
      'validUntil', ${instant('valid_until')}) from account) as "user",
    (select jsonb_build_object('id', id, 'name', code, 'revokedAt', ${instant('revoked_at')}, 'firstUsedAt',
      ${instant('first_used_at')},
       'durationSeconds', duration_seconds, 'validUntil', ${instant('valid_until')}) from voucher) as voucher,
    (select jsonb_build_object('id', id, 'name', coalesce(name, ${macColumnShown('mac')}), 'type', type, 'disabled',
      disabled, 'validUntil', ${instant('valid_until')}) from device) as device,
    (select jsonb_build_object('id', g.id, 'name', g.name, 'policy', g.policy) from user_groups g, member
    where g.organization_id = $1 and g.id = member.group_id) as "group",
    (select jsonb_build_object('address', host(coalesce(c.address, c.site_address)), 'name', c.short_name,
      'vendor', c.vendor)
    from network_clients c
     where c.organization_id = $1 and (lower(c.short_name) = lower($6::text)
       or coalesce(c.address, c.site_address) >>= $7::inet)
     order by masklen(coalesce(c.address, c.site_address)) desc, c.id limit 1) as client,
    (select jsonb_build_object('id', g.id, 'name', g.name, 'vendor', g.vendor, 'macAuth', g.mac_auth,
      'portal', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end,
      'account', (select r.username from registrations r where r.organization_id = $1 and r.mac = $5
        and r.captive_portal_id = p.id and r.ended_at is null and (r.until_at is null or r.until_at > $8::timestamptz)
        order by r.since_at desc limit 1))
     from network_clients c
     join gateways g on g.organization_id = $1 and g.network_id = c.network_id and g.mac_auth is not null
     left join captive_portals p on p.organization_id = $1 and p.id = coalesce(g.captive_portal_id,
       (select x.id from captive_portals x where x.organization_id = $1 and x.network_id = c.network_id))
     where c.organization_id = $1 and (lower(c.short_name) = lower($6::text)
       or coalesce(c.address, c.site_address) >>= $7::inet)
     order by masklen(coalesce(c.address, c.site_address)) desc, c.id, g.created_at, g.id limit 1) as gateway,
    (select coalesce(jsonb_agg(jsonb_build_object('table', a.table_name, 'attribute', a.attribute, 'op', a.op, 'value',
    a.value) order by a.id), '[]') from (
       select r.* from radius_attributes r, account where r.organization_id = $1 and r.user_id = account.id
       union all select r.* from radius_attributes r, member where r.organization_id = $1
         and r.group_id = member.group_id) a) as attributes
  from organizations o where o.id = $1`,
);

@Injectable()
export class KnownPartiesRepository {
  constructor(private readonly database: Database) {}

  async find(context: Context, { userId, username, mac, client, at }: AccessTry): Promise<KnownParties> {
    const address = client !== null && isIP(client) ? client : null;
    const values = [
      context.organizationId,
      userId,
      username && usernameKey(username),
      username && codeKey(username),
      mac,
      address ? null : client,
      address,
      at,
    ];
    const known = await this.database.one<KnownParties>(context, find, values);
    if (!known) throw new Error('A context names an organization that is not there');
    return known;
  }
}
