-- An event about a session; its class says how it signed in. device: as radius.device_of says it.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.follow_session, radius.publish_session_event.
create or replace function radius.session_event(
  s accounting_sessions, device jsonb, event text, at timestamptz
) returns outbox_events
language plpgsql volatile as $$
begin
  return radius.event_of(s.organization_id, at, event, s.username, nullif(split_part(s.session_class, ':', 5), ''),
    s.mac, device, s.seen, s.access_point, s.access_point_mac, '{}');
end;
$$;
revoke all on function radius.session_event from public;
