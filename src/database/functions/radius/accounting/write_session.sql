-- Writes a session as its packets left it, with its events: radius.store_session.
-- Called by a radius.write_packets that began before an upgrade.
create or replace function radius.write_session(
  s accounting_sessions, is_new boolean, begun_at timestamptz, over_at timestamptz, reported_at timestamptz
) returns void
language plpgsql volatile as $$
begin
  perform radius.publish_events(radius.store_session(s, is_new, begun_at, over_at, reported_at));
end;
$$;
revoke all on function radius.write_session from public;
