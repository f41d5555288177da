-- Checks limits that depend on current use: open sessions, accepts of the last half minute that have not become
-- sessions, devices at gateways that ask no RADIUS server, today's volume. Returns the reason, or null. The page of a
-- portal counts the same: src/portal/gateways/first-use/account-devices.repository.ts.
-- Called by radius.limit_now.
create or replace function radius.limit_reached(
  n radius.place, p radius.party, reply jsonb, own_mac text, now_is timestamptz
) returns text
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  others int;
  at_once int := (reply ->> 'simultaneous_use')::int;
  quota bigint := (reply ->> 'daily_quota_bytes')::bigint;
begin
  if p.kind not in ('user', 'voucher', 'certificate') then return null; end if;
  if least(at_once, p.max_devices) is not null then
    select count(distinct coalesce(m, '')) into others from (
      select s.mac as m from accounting_sessions s
      where s.organization_id = n.organization_id and s.username_key = radius.fold(p.known_as)
        and s.stopped_at is null and (s.updated_at > now_is - interval '30 minutes'
          or exists (select from controller_sessions c where c.organization_id = n.organization_id
            and c.session_id = s.id))
      union all
      select r.mac from registrations r
      where r.organization_id = n.organization_id and r.username_key = radius.fold(p.known_as)
        and r.ended_at is null and least(r.admitted_until_at, r.until_at) > now_is and r.admitted_at is not null
      union all
      select l.mac from authentication_log l
      where l.organization_id = n.organization_id and l.username_key = radius.fold(p.known_as)
        and l.at > now_is - interval '30 seconds' and l.outcome = 'accepted'
        and not exists (
          select from accounting_sessions s
          where s.organization_id = n.organization_id and s.username_key = l.username_key
            and s.session_class = l.session_class and s.started_at > now_is - interval '1 day')
    ) x where m is distinct from own_mac;
    if others >= at_once then return 'too_many_sessions'; end if;
    if others >= p.max_devices then return 'device_limit'; end if;
  end if;
  -- By the day on which a session began, in the organization's time zone.
  if quota is not null and quota <= (
    select coalesce(sum(s.input_octets + s.output_octets), 0) from accounting_sessions s
    where s.organization_id = n.organization_id and s.username_key = radius.fold(p.known_as)
      and s.started_at >= date_trunc('day', now_is at time zone n.time_zone) at time zone n.time_zone
  ) then
    return 'over_quota';
  end if;
  return null;
end;
$$;
revoke all on function radius.limit_reached from public;
