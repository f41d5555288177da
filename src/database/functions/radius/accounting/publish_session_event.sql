-- Writes an event about a session; its class says how it signed in.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.end_sessions, radius.write_session.
create or replace function radius.publish_session_event(s accounting_sessions, event text, at timestamptz) returns void
language plpgsql volatile as $$
begin
  perform radius.publish_event(s.organization_id, at, event, s.username,
    nullif(split_part(s.session_class, ':', 5), ''), s.mac,
    radius.device_of(s.organization_id, s.mac, s.session_class), s.seen, s.access_point, s.access_point_mac, '{}');
end;
$$;
revoke all on function radius.publish_session_event from public;
