-- Writes what packets changed of a session, and what follows from that. Returns the events of it. is_new: it has no row
-- yet, and began at begun_at; the row and the events are written together with those of other sessions, by
-- radius.write_begun. over_at: these packets ended it; reported_at: the last of them that only reported.
-- Called by radius.store_session, radius.write_packets.
create or replace function radius.follow_session(
  s accounting_sessions, is_new boolean, begun_at timestamptz, over_at timestamptz, reported_at timestamptz
) returns outbox_events[]
language plpgsql volatile as $$
declare
  events public.outbox_events[] := '{}';
  device jsonb;
begin
  if is_new or over_at is not null then device := radius.device_of(s.organization_id, s.mac, s.session_class); end if;
  if is_new then
    events := events || radius.session_event(s, device, 'device.connected', begun_at);
    if over_at is null then perform radius.watch_session(s, begun_at); end if;
  else
    -- Others may have closed it, or found out whose it is, since it was read.
    update public.accounting_sessions x set updated_at = greatest(x.updated_at, s.updated_at),
      stopped_at = coalesce(x.stopped_at, s.stopped_at), previous_seconds = s.previous_seconds,
      previous_input_octets = s.previous_input_octets, previous_output_octets = s.previous_output_octets,
      session_seconds = s.session_seconds, input_octets = s.input_octets, output_octets = s.output_octets,
      ip_address = s.ip_address, ipv6 = s.ipv6, seen = s.seen,
      terminate_cause = coalesce(s.terminate_cause, x.terminate_cause)
      where x.organization_id = s.organization_id and x.started_at = s.started_at and x.id = s.id;
    if over_at is not null then perform radius.confirm_ending(s.organization_id, s.id, over_at); end if;
  end if;
  if over_at is not null then
    events := events || radius.session_event(s, device, 'device.disconnected', over_at);
  -- The account's volume is limited: check it when more has been used.
  elsif reported_at is not null and s.stopped_at is null and split_part(s.session_class, ':', 6) = 'quota' then
    insert into public.session_endings as e (organization_id, session_id, started_at, due_at)
      values (s.organization_id, s.id, s.started_at, reported_at)
      on conflict on constraint session_endings_pkey do update set due_at = least(e.due_at, excluded.due_at),
        due_again = true;
  end if;
  return events;
end;
$$;
revoke all on function radius.follow_session from public;
