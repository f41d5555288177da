const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const party = `nullif(split_part(a.session_class, ':', 3), '')::uuid`;

/**
 * What is known of the rows of a page, each found by a key. $1 organization, $2 the rows as JSON. Records of the latest
 * sign-in count: a session's class names them.
 */
export const detailStatement = `
  with asked as (select * from json_to_recordset($2::json) as a (id uuid, started_at timestamptz, kind text,
    username_key text, user_id uuid, account text, session_class text, mac text, network_id uuid,
    network_client_id uuid, is_registration boolean))
  select a.id, o.time_zone as "timeZone",
    (select jsonb_build_object('id', u.id, 'name', u.username, 'firstName', u.first_name, 'lastName', u.last_name,
      'disabled', u.disabled, 'validFrom', ${instant('u.valid_from')}, 'validUntil', ${instant('u.valid_until')},
      'sourceConnectionId', u.source_connection_id, 'madeByPortal', exists (select from portal_accounts p
        where p.organization_id = $1 and p.user_id = u.id),
      'madeByProvider', coalesce(u.external_id like 'provider/%', false))
     from users u where u.organization_id = $1 and u.id = a.user_id) as "user",
    (select jsonb_build_object('id', v.id, 'name', v.code, 'revokedAt', ${instant('v.revoked_at')},
      'firstUsedAt', ${instant('v.first_used_at')}, 'durationSeconds', v.duration_seconds,
      'validUntil', ${instant('v.valid_until')})
     from vouchers v where v.organization_id = $1 and a.kind = 'voucher' and v.id = a.account::uuid) as voucher,
    (select jsonb_build_object('id', d.id, 'name', d.name, 'type', d.type, 'os', d.os, 'disabled', d.disabled,
      'validUntil', ${instant('d.valid_until')})
     from devices d where d.organization_id = $1 and d.mac = a.mac) as device,
    (select jsonb_build_object('id', c.id, 'name', c.common_name, 'expiresAt', ${instant('c.expires_at')})
     from certificates c where c.organization_id = $1 and a.kind = 'certificate' and c.id = ${party}) as certificate,
    (select jsonb_build_object('id', g.id, 'name', g.name, 'policy', g.policy) from user_groups g
     where g.organization_id = $1 and g.id = coalesce(
      case when a.kind = 'device' then (select d.group_id from devices d
        where d.organization_id = $1 and d.mac = a.mac) end,
      (select u.group_id from users u where u.organization_id = $1 and u.id = a.user_id),
      (select v.group_id from vouchers v
        where v.organization_id = $1 and a.kind = 'voucher' and v.id = a.account::uuid))) as "group",
    (select jsonb_build_object('id', n.id, 'name', n.name) from networks n
     where n.organization_id = $1 and n.id = a.network_id) as network,
    (select jsonb_build_object('name', k.short_name, 'address', coalesce(k.address, k.site_address),
       'vendor', k.vendor) from network_clients k
     where k.organization_id = $1 and k.id = a.network_client_id) as client,
    (select jsonb_build_object('id', g.id, 'name', g.name, 'portal', p.name, 'captivePortalId', p.id)
     from gateways g
     left join captive_portals p on p.organization_id = $1 and p.id = coalesce(g.captive_portal_id,
       (select x.id from captive_portals x where x.organization_id = $1 and x.network_id = g.network_id))
     where g.organization_id = $1 and a.kind = 'guest' and not a.is_registration and g.network_id = a.network_id
       and g.mac_auth is not null
     order by g.created_at, g.id limit 1) as "waitingAt",
    (select jsonb_build_object('id', r.id, 'method', r.method, 'captivePortalId', r.captive_portal_id,
      'portal', p.name, 'since', ${instant('r.since_at')}, 'until', ${instant('r.until_at')})
     from registrations r
     join captive_portals p on p.organization_id = r.organization_id and p.id = r.captive_portal_id
     where r.organization_id = $1 and r.mac = a.mac and r.username_key = a.username_key
       and r.since_at <= a.started_at + interval '1 minute'
     order by r.since_at desc limit 1) as registration,
    (select jsonb_build_object('id', g.id, 'name', g.name, 'untilAt', ${instant('c.until_at')})
     from controller_sessions c join gateways g on g.organization_id = c.organization_id and g.id = c.gateway_id
     where c.organization_id = $1 and c.session_id = a.id) as controller,
    (select l.vlan from authentication_log l where l.organization_id = $1 and l.mac = a.mac
       and l.session_class = a.session_class
       and l.at between a.started_at - interval '1 day' and a.started_at + interval '1 minute'
     order by l.at desc limit 1) as vlan,
    (select jsonb_build_object('state', e.state, 'dueAt', ${instant("nullif(e.due_at, 'infinity')")},
      'reason', e.reason, 'attempts', e.attempts, 'errorCause', e.error_cause, 'askedAt', ${instant('e.asked_at')},
      'confirmedAt', ${instant('e.confirmed_at')}, 'request', e.request, 'requestedAt', ${instant('e.requested_at')},
      'requestOutcome', e.request_outcome)
     from session_endings e where e.organization_id = $1 and e.session_id = a.id) as ending,
    coalesce((select jsonb_agg(f.fact order by f.rank, f.at desc) from (
      select jsonb_build_object(
          'subject', jsonb_build_object('id', x.id, 'kind', x.kind, 'state', x.state, 'facts', x.facts,
            'createdAt', ${instant('x.created_at')}, 'lastEventAt', ${instant('x.last_event_at')}),
          'connection', jsonb_build_object('id', c.id, 'name', c.name, 'connector', c.connector),
          'entitlement', jsonb_build_object('id', e.id, 'validFrom', ${instant('e.valid_from_at')},
            'validUntil', ${instant('e.valid_until_at')}, 'revoked', e.revoked)) as fact,
        case when e.revoked then 1 else 0 end as rank, x.last_event_at as at
      from bindings b
      join entitlements e on e.organization_id = b.organization_id and e.identity_id = b.identity_id
        and e.kind = b.kind
      join subjects x on x.organization_id = e.organization_id and x.id = e.subject_id
      join connections c on c.organization_id = x.organization_id and c.id = x.connection_id
      where b.organization_id = $1 and b.target_key = 'built-in'
        and b.kind = case when a.kind = 'voucher' then 'voucher' else 'user' end and b.remote_id = a.account
        and b.state <> 'removed'
      order by rank, at desc limit 3) f), '[]') as facts
  from asked a join organizations o on o.id = $1`;
