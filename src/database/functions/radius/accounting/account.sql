-- Writes the session that a packet is about. Returns its id, or null when nobody knows whose it is. Accounting must
-- never fail on odd input: without a response the access point would send the packet for ever.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.account(
  status text, client text, unique_id text, session_id text, username text, class text, nas_address text, nas_id text,
  nas_port text, calling text, called text, framed text, seconds text, delay text, octets_in text, giga_in text,
  octets_out text, giga_out text, cause text, av_pairs text default '', aruba_device_type text default '',
  ruckus_os_type text default '', ruckus_os_class text default '', ruckus_host_name text default ''
) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  at timestamptz := date_trunc('milliseconds',
    clock_timestamp()) - make_interval(secs => least(radius.whole(delay), 3600));
  n radius.place := radius.place_of(client, called);
  s accounting_sessions;
  class_text text;
  details jsonb;
  access_point text := coalesce(nullif(nas_id, ''), n.short_name);
  is_over boolean := status = 'Stop';
begin
  if n.organization_id is null then return null; end if;
  if status in ('Accounting-On', 'Accounting-Off') then
    perform radius.end_sessions(n, nas_address, status, at);
    return null;
  end if;
  -- Our Class from the sign-in; Class of another server may be any bytes.
  if class ~* '^0x([0-9a-f]{2})+$' then class_text := radius.text_of(decode(substr(class, 3), 'hex')); end if;
  details := radius.seen(av_pairs, aruba_device_type, ruckus_os_type, ruckus_os_class, ruckus_host_name);
  -- Serializes packets of one session: the same packet may arrive twice at once. Never those of two tenants.
  perform pg_advisory_xact_lock(hashtextextended(n.organization_id::text || unique_id, 0));
  select * into s from accounting_sessions x
    where x.organization_id = n.organization_id and x.unique_id = account.unique_id
      and x.started_at > at - interval '60 days'
    order by x.started_at desc limit 1;
  -- Access points reuse their ids; a late packet belongs to the session that has ended.
  if s.id is not null and s.stopped_at is not null
    and (status = 'Start' and at > s.stopped_at or status <> 'Start' and at > s.stopped_at + interval '5 minutes')
      then s := null;
    end if;
  if s.id is null then
    if class_text is null or class_text !~ '^(user|voucher|device|certificate|guest):' then
      class_text := coalesce(radius.class_of_sign_in(n, username, radius.mac(calling), at), class_text);
    end if;
    insert into accounting_sessions (organization_id, started_at, id, unique_id, session_id, session_class, username,
      kind, user_id, mac,
        ip_address, ssid, access_point, access_point_mac, nas_address, nas_port, network_id, network_client_id,
          updated_at, stopped_at,
        session_seconds, input_octets, output_octets, terminate_cause, seen)
      values (n.organization_id, at - make_interval(secs => least(radius.whole(seconds), 31536000)),
        radius.new_id(at), unique_id, session_id,
        class_text, nullif(username, ''), substring(class_text from '^(\w+):'),
        substring(class_text from '^\w+:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid, radius.mac(calling),
          nullif(framed, ''), n.ssid,
        access_point, radius.access_point_mac(called), nas_address, nullif(nas_port, ''), n.network_id, n.client_id,
          at,
        case when is_over then at end, radius.whole(seconds), radius.octets(octets_in, giga_in),
          radius.octets(octets_out, giga_out),
        nullif(cause, ''), coalesce(details, radius.seen_before(n.organization_id, radius.mac(calling), at)))
      returning * into s;
    perform radius.publish_session_event(s, 'device.connected', at);
    -- The account was changed, or lost access, between the login and the first packet of the session: check it now.
    if not is_over and (
      s.user_id is not null
        and not exists (select from users u where u.organization_id = s.organization_id and u.id = s.user_id
        and (u.updated_at = u.created_at or u.updated_at < at - interval '1 minute'))
      or s.kind = 'voucher' and not exists (select from vouchers v where v.organization_id = s.organization_id
        and v.id = nullif(split_part(class_text, ':', 3), '')::uuid and v.revoked_at is null)
      or s.kind = 'certificate' and not exists (select from certificates c where c.organization_id = s.organization_id
        and c.id = nullif(split_part(class_text, ':', 3), '')::uuid and c.revoked_at is null)
      or s.kind = 'device'
        and not exists (select from devices d where d.organization_id = s.organization_id and d.mac = s.mac
        and (d.updated_at = d.created_at or d.updated_at < at - interval '1 minute'))) then
      insert into session_endings (organization_id, session_id, started_at, due_at)
        values (s.organization_id, s.id, s.started_at, date_trunc('milliseconds', clock_timestamp()));
    elsif not is_over and split_part(class_text, ':', 4) ~ '^\d{1,12}$' then
      insert into session_endings (organization_id, session_id, started_at, due_at)
        values (s.organization_id, s.id, s.started_at, to_timestamp(split_part(class_text, ':', 4)::bigint));
    end if;
    if is_over then perform radius.publish_session_event(s, 'device.disconnected', at); end if;
    return s.id;
  end if;
  update accounting_sessions x set updated_at = greatest(x.updated_at, at),
    stopped_at = coalesce(x.stopped_at, case when is_over then at end),
      -- Not by a report that comes twice: it would look as if nothing had moved since.
      previous_seconds =
        case when radius.whole(seconds) > x.session_seconds then x.session_seconds else x.previous_seconds end,
      previous_input_octets =
        case when radius.whole(seconds) > x.session_seconds then x.input_octets else x.previous_input_octets end,
      previous_output_octets =
        case when radius.whole(seconds) > x.session_seconds then x.output_octets else x.previous_output_octets end,
      session_seconds = greatest(x.session_seconds, radius.whole(seconds)),
      input_octets = greatest(x.input_octets, radius.octets(octets_in, giga_in)),
      output_octets = greatest(x.output_octets, radius.octets(octets_out, giga_out)),
        ip_address = coalesce(nullif(framed, ''), x.ip_address),
      terminate_cause = coalesce(nullif(cause, ''), x.terminate_cause),
      seen = case when details is null then x.seen else coalesce(x.seen, '{}') || details end
    where x.organization_id = s.organization_id and x.started_at = s.started_at and x.id = s.id
      returning x.seen into s.seen;
  -- The account's volume is limited: check it when more has been used.
  if not is_over and s.stopped_at is null and split_part(s.session_class, ':', 6) = 'quota' then
    insert into session_endings as e (organization_id, session_id, started_at, due_at)
      values (s.organization_id, s.id, s.started_at, at)
      on conflict on constraint session_endings_pkey do update set due_at = least(e.due_at, excluded.due_at),
        due_again = true;
  end if;
  if is_over and s.stopped_at is null then
    perform radius.confirm_ending(s.organization_id, s.id, at);
    perform radius.publish_session_event(s, 'device.disconnected', at);
  end if;
  return s.id;
exception when data_exception then return null;
end;
$$;
revoke all on function radius.account from public;
grant execute on function radius.account to usher_radius;
