-- Writes an event about a session.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.end_sessions.
create or replace function radius.publish_session_event(s accounting_sessions, event text, at timestamptz) returns void
language plpgsql volatile as $$
begin
  perform radius.publish_events(array[
    radius.session_event(s, radius.device_of(s.organization_id, s.mac, s.session_class), event, at)]);
end;
$$;
revoke all on function radius.publish_session_event from public;
