/**
 * One source of entries: rows that hold at, id, lane, kind, until, reason, params, resource, resource_id. Each is read
 * by an index of its own in the order of time, no further than a page.
 */
interface Source {
  readonly select: string;
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly where: string;
}

const ownTime = (at: string): string => `${at} >= coalesce($5, '-infinity'::timestamptz)
    and ${at} <= coalesce($6, 'infinity'::timestamptz)`;

const sources: readonly Source[] = [
  {
    select: `case when l.kind = 'entitle' then 'entitlement' else 'account' end, l.kind, null::timestamptz, l.status,
      jsonb_strip_nulls(jsonb_build_object('status', l.status, 'account', l.account, 'cause', l.cause,
        'actor', l.actor, 'run_id', l.run_id, 'detail', l.detail, 'before', l.before, 'after', l.after)),
      'operations', l.id`,
    from: 'provision_log l',
    at: 'l.at',
    id: 'l.id',
    where: `l.subject_id = any ($2::uuid[])
      and (l.kind = 'entitle' and 'entitlement' = any ($10::text[])
        or l.kind <> 'entitle' and 'account' = any ($10::text[]))`,
  },
  {
    select: `'account', 'user_' || a.action, null::timestamptz, a.actor_kind,
      jsonb_build_object('actor', a.actor_name, 'fields', (select coalesce(jsonb_agg(f.name order by f.name), '[]')
        from jsonb_object_keys(coalesce(a.after, a.before, '{}')) f (name))),
      'audit', a.id`,
    from: 'audit_entries a',
    at: 'a.at',
    id: 'a.id',
    // What a connection writes is in its own log.
    where: `a.resource_id = any ($4::uuid[]) and a.resource = 'users' and a.actor_kind <> 'connection'
      and 'account' = any ($10::text[]) and ${ownTime('a.at')}`,
  },
  {
    select: `'sessions', case when s.stopped_at is null then 'online' else 'session' end, s.stopped_at,
      s.terminate_cause,
      jsonb_strip_nulls(jsonb_build_object('mac', s.mac, 'ssid', s.ssid, 'access_point', s.access_point,
        'seconds', s.session_seconds, 'bytes_up', s.input_octets, 'bytes_down', s.output_octets)),
      'online', s.id`,
    from: 'accounting_sessions s',
    at: 's.started_at',
    id: 's.id',
    where: `s.username_key = any ($3::text[]) and 'sessions' = any ($10::text[]) and ${ownTime('s.started_at')}`,
  },
  {
    select: `'logins', l.outcome, null::timestamptz, l.reason,
      jsonb_strip_nulls(jsonb_build_object('mac', l.mac, 'ssid', l.ssid, 'access_point', l.access_point,
        'auth_method', l.auth_method, 'vlan', l.vlan, 'policy_id', l.policy_id)),
      'logins', l.id`,
    from: 'authentication_log l',
    at: 'l.at',
    id: 'l.id',
    where: `l.username_key = any ($3::text[]) and 'logins' = any ($10::text[]) and ${ownTime('l.at')}`,
  },
  {
    select: `'deliveries', coalesce(d.kind, 'credential'), d.delivered_at, d.status,
      jsonb_strip_nulls(jsonb_build_object('via', d.via, 'address', d.address, 'outcome', d.outcome,
        'attempts', d.attempts, 'error', d.error)),
      'deliveries', d.id`,
    from: 'credential_deliveries d',
    at: 'd.created_at',
    id: 'd.id',
    where: `d.subject_id = any ($2::uuid[]) and 'deliveries' = any ($10::text[])`,
  },
  {
    select: `'portal', 'registered', coalesce(r.ended_at, case when r.until_at <= $11 then r.until_at end), r.method,
      jsonb_strip_nulls(jsonb_build_object('mac', r.mac, 'captive_portal_id', r.captive_portal_id, 'ssid', r.ssid,
        'access_point', r.access_point, 'terms_version', r.terms_version, 'tier', r.tier, 'end_reason', r.end_reason)),
      'registrations', r.id`,
    from: 'registrations r',
    at: 'r.since_at',
    id: 'r.id',
    where: `r.username_key = any ($3::text[]) and 'portal' = any ($10::text[]) and ${ownTime('r.since_at')}`,
  },
  {
    select: `'facts', 'message', null::timestamptz, e.status, jsonb_build_object('kind', e.kind), 'events', e.id`,
    from: 'inbox_events e',
    at: 'e.received_at',
    id: 'e.id',
    where: `'facts' = any ($10::text[]) and e.id in (select substr(l.cause, 7)::uuid from provision_log l
      where l.organization_id = $1 and l.subject_id = any ($2::uuid[]) and l.cause like 'event:%')`,
  },
];

/**
 * $1 organization, $2 subjects, $3 names, $4 users, $5 and $6 the time in which accounts were this person's, $7 and $8
 * the entry last seen, $9 how many, $10 lanes, $11 now.
 */
export function pastStatement(way: 'older' | 'newer'): string {
  const [compare, order] = way === 'older' ? ['<', 'desc'] : ['>', 'asc'];
  const parts = sources.map(
    ({ select, from, at, id, where }) => `
    (select ${at} as at, ${id} as id, ${select} from ${from}
     where ${from.split(' ')[1]}.organization_id = $1 and ${where}
       and ${at} ${compare}= $7::timestamptz and (${at}, ${id}) ${compare} ($7::timestamptz, $8::uuid)
     order by ${at} ${order}, ${id} ${order} limit $9)`,
  );
  return `
  select e.id, e.lane, e.kind, e.at, e.until, e.reason, e.params, e.resource, e.resource_id as "resourceId"
  from (${parts.join(' union all ')}) as e (at, id, lane, kind, until, reason, params, resource, resource_id)
  order by e.at ${order}, e.id ${order} limit $9`;
}
