import { standingOfUser, statusOf } from './guest-list.js';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const account = (user: string, name: string, isBuiltIn: string): string => `jsonb_build_object('userId', ${user}.id,
  'username', ${name}, 'disabled', ${user}.disabled, 'validFrom', ${instant(`${user}.valid_from`)},
  'validUntil', ${instant(`${user}.valid_until`)}, 'maxDevices', ${user}.max_devices, 'isBuiltIn', ${isBuiltIn})`;

const ofAccount = `
  (select count(*)::int from devices d where d.organization_id = $1 and d.user_id = u.id) as devices,
  (select jsonb_build_object('since', ${instant('min(a.started_at)')}, 'devices', count(distinct a.mac))
    from accounting_sessions a where a.organization_id = $1 and a.stopped_at is null
      and a.username_key = u.username_key collate "default"
    having count(*) > 0) as online`;

/** The next guest of the same name in the same room has the account of who has left: it is theirs alone then. */
const isAnothers = `(s.kind = 'stay' and ${statusOf('s.standing')} = 'left'
  and not exists (select from entitlements own where own.organization_id = $1 and own.identity_id = s.identity_id
    and own.subject_id = s.id and not own.revoked)
  and exists (select from entitlements other where other.organization_id = $1 and other.identity_id = s.identity_id
    and not other.revoked))`;

/**
 * $1 organization, $2 ids of a page. Each is found by a key. Traps: under row-level security a cast within a join's
 * condition keeps it from using the key (a text's cast may tell what the text is); so does another collation than the
 * key's.
 */
export const guestDetails = `
  with held as materialized (
    select i.subject_id, r.id as run_id from runs r
    join run_items i on i.organization_id = r.organization_id and i.run_id = r.id
    where r.organization_id = $1 and r.status = 'held' and i.subject_id = any ($2::uuid[]))
  select s.id, s.kind, ${statusOf('s.standing')} as status, s.facts ->> 'firstName' as "firstName",
    s.facts ->> 'lastName' as "lastName",
    s.facts ->> 'displayName' as "displayName", s.room, s.facts ->> 'reservationNumber' as "reservationNumber",
    s.facts ->> 'email' as email, s.facts ->> 'phone' as phone,
    coalesce(s.facts ->> 'hostName', s.facts ->> 'hostEmail') as host, u.comment as note,
    e.from_at as "from", e.until_at as "until",
    jsonb_build_object('id', c.id, 'name', c.name, 'connector', c.connector) as connection,
    case when b.name is not null then ${account('u', 'b.name', "b.target_key = 'built-in'")} end as account,
    ${ofAccount},
    coalesce(
      (select jsonb_build_object('by', 'plan', 'runId', h.run_id) from held h where h.subject_id = s.id limit 1),
      case when s.ending is not null and s.ends_at is null then jsonb_build_object('by', 'leavers', 'runId',
        s.ending_run_id) end,
      case when c.quarantine is not null then jsonb_build_object('by', 'quarantine', 'runId', null) end) as held
  from subjects s
  join connections c on c.organization_id = s.organization_id and c.id = s.connection_id
  left join lateral (select b.target_key, b.name,
      case when b.target_key = 'built-in' then b.remote_id::uuid end as user_id
    from bindings b
    where b.organization_id = $1 and b.identity_id = s.identity_id and b.kind = 'user' and b.ended_at is null
      and not ${isAnothers}
    order by b.created_at desc limit 1) b on true
  left join users u on u.organization_id = $1 and u.id = b.user_id
  left join lateral (select min(e.valid_from_at) as from_at, max(e.valid_until_at) as until_at from entitlements e
    where e.organization_id = $1 and e.subject_id = s.id and not e.revoked) e on true
  where s.organization_id = $1 and s.id = any ($2::uuid[])
  union all
  select u.id, 'user', ${statusOf(standingOfUser)}, u.first_name, u.last_name, null, null, null, u.email, u.phone, null,
    u.comment, u.valid_from, u.valid_until, null,
    ${account('u', 'u.username', 'true')}, ${ofAccount}, null
  from users u where u.organization_id = $1 and u.id = any ($2::uuid[])`;

/** $2 user, $3 its name in the compared form, $4 the room in the compared form, $5 the record. */
export const guestMore = `
  select
    (select s.extension from subjects s where s.organization_id = $1 and s.id = $5) as extension,
    (select s.facts ->> 'hostEmail' from subjects s where s.organization_id = $1 and s.id = $5) as "hostEmail",
    coalesce((select jsonb_agg(x.device) from (
      select jsonb_build_object('id', d.id, 'mac', coalesce(d.mac, m.mac), 'name', d.name, 'type', d.type,
        'disabled', d.disabled, 'lastSeenAt', ${instant('m.seen_at')}) as device
      from (select id, mac, name, type, disabled from devices where organization_id = $1 and user_id = $2) d
      full join (select a.mac, max(a.updated_at) as seen_at from (select mac, updated_at from accounting_sessions
        where organization_id = $1 and username_key = $3 and mac is not null
        order by started_at desc limit 100) a group by a.mac) m on m.mac = d.mac
      order by m.seen_at desc nulls last limit 50) x), '[]') as devices,
    coalesce((select jsonb_agg(x.session) from (
      select jsonb_build_object('id', a.id, 'since', ${instant('a.started_at')}, 'mac', a.mac, 'ssid', a.ssid,
        'accessPoint', a.access_point) as session
      from accounting_sessions a where a.organization_id = $1 and a.stopped_at is null and a.username_key = $3
      order by a.started_at desc limit 50) x), '[]') as sessions,
    coalesce((select jsonb_agg(x.refusal) from (
      select jsonb_build_object('id', l.id, 'at', ${instant('l.at')}, 'mac', l.mac, 'reason', l.reason,
        'reasonDetail', l.reason_detail) as refusal
      from authentication_log l where l.organization_id = $1 and l.username_key = $3 and l.outcome = 'rejected'
      order by l.at desc limit 3) x), '[]') as refusals,
    coalesce((select jsonb_agg(x.lock) from (
      select jsonb_build_object('id', p.id, 'captivePortalId', p.captive_portal_id, 'kind', p.kind,
        'subject', p.subject, 'failures', p.failures, 'lockedUntil', ${instant('p.locked_until')}) as lock
      from portal_attempts p where p.organization_id = $1
        and (p.kind = 'room' and p.subject = $4 or p.kind = 'account' and p.subject = $3)
        and (p.locked_until is null or p.locked_until > now())
      order by p.last_at desc limit 10) x), '[]') as locks`;
