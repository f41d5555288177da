import { statement } from '../../database/database.js';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * $1 organization, $2 session ids, $3 when they began. The class that RADIUS assigned says who was let in: kind, user,
 * and what signed in. What a legacy table says of the timeout, nobody prolongs.
 */
export const loadDueSessions = statement(
  'session_endings_load',
  `
  with due as (select * from unnest($2::uuid[], $3::timestamptz[]) as d (id, started_at)),
  s as (select s.*, nullif(split_part(s.session_class, ':', 3), '')::uuid as subject_id from accounting_sessions s
  join due d on d.id = s.id and d.started_at = s.started_at where s.organization_id = $1)
  select s.id as "sessionId", s.stopped_at is null as "isOpen", s.kind, nullif(split_part(s.session_class, ':', 5), '')
    as "authMethod",
    nullif(split_part(s.session_class, ':', 8), '') as "replyDigest",
    case when split_part(s.session_class, ':', 4) ~ '^\\d{1,11}$' and not exists (
      select from radius_attributes a where a.organization_id = $1 and lower(a.attribute) = 'session-timeout'
        and (a.user_id = s.user_id or a.group_id = coalesce(
          (select u.group_id from users u where u.organization_id = $1 and u.id = s.user_id),
          (select v.group_id from vouchers v where v.organization_id = $1 and v.id = s.subject_id))))
      then ${instant("to_timestamp(split_part(s.session_class, ':', 4)::bigint)")} end as "toldUntil",
    split_part(s.session_class, ':', 6) = 'quota' as "isCounted",
    coalesce(s.session_id, '') as "acctSessionId", s.username, s.mac, s.ssid,
    s.nas_address as "nasAddress", o.time_zone as "timeZone",
    exists (select from organizations a where a.id = any (o.path) and a.disabled) as "isSuspended",
    exists (select from registrations r where r.organization_id = $1 and r.username_key = s.username_key
      and r.mac = s.mac and r.ended_at >= s.started_at
      and (r.end_reason is null or r.end_reason in ('guest', 'operator', 'host', 'payment'))) as "hasLeft",
    (select jsonb_build_object('id', c.id, 'address', c.address, 'name', c.short_name, 'vendor', c.vendor,
    'coaPort', c.coa_port, 'secretSealed', encode(c.secret_sealed, 'base64'))
     from network_clients c where c.organization_id = $1 and c.id = s.network_client_id) as client,
    (select jsonb_build_object('gatewayId', c.gateway_id, 'mac', c.mac, 'arrival', c.arrival,
      'untilAt', ${instant('c.until_at')}, 'retired', c.retired)
     from controller_sessions c where c.organization_id = $1 and c.session_id = s.id) as controller,
    (select jsonb_build_object('revokedAt', ${instant('c.revoked_at')}, 'expiresAt', ${instant('c.expires_at')})
      from certificates c where c.organization_id = $1 and c.id = s.subject_id) as certificate,
    (select jsonb_build_object('disabled', u.disabled, 'validFrom', ${instant('u.valid_from')}, 'validUntil',
      ${instant('u.valid_until')}) from users u where u.organization_id = $1 and u.id = s.user_id) as "user",
    (select jsonb_build_object('revokedAt', ${instant('v.revoked_at')}, 'firstUsedAt', ${instant('v.first_used_at')},
      'durationSeconds', v.duration_seconds, 'validUntil', ${instant('v.valid_until')})
     from vouchers v where v.organization_id = $1 and v.id = s.subject_id) as voucher,
    (select jsonb_build_object('type', d.type, 'disabled', d.disabled, 'validUntil', ${instant('d.valid_until')})
      from devices d where d.organization_id = $1 and d.mac = s.mac) as device,
    (select jsonb_build_object('id', g.id, 'policy', g.policy) from user_groups g where g.organization_id = $1
    and g.id = coalesce(
      case when s.kind = 'device' then (select d.group_id from devices d where d.organization_id = $1
      and d.mac = s.mac) end,
      (select u.group_id from users u where u.organization_id = $1 and u.id = s.user_id), (select v.group_id
      from vouchers v where v.organization_id = $1 and v.id = s.subject_id))) as "group",
    case when split_part(s.session_class, ':', 6) = 'quota' then (
      select least(sum(t.input_octets + t.output_octets), ${Number.MAX_SAFE_INTEGER})::bigint
      from accounting_sessions t where t.organization_id = $1 and t.username_key = s.username_key
      and t.started_at >= date_trunc('day', now() at time zone o.time_zone) at time zone o.time_zone) end as "usedToday"
  from s join organizations o on o.id = $1`,
);
