-- Ends the sessions of an access point that starts or stops, since it has none any more. Returns their number. What it
-- says of that may arrive late: sessions that have begun since then go on.
-- Called by radius.write_packets.
create or replace function radius.end_sessions(n radius.place, nas text, cause text, at timestamptz) returns int
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  s accounting_sessions;
  ended int := 0;
begin
  for s in update accounting_sessions x set stopped_at = at, updated_at = at, terminate_cause = cause
      where x.organization_id = n.organization_id and x.network_client_id = n.client_id
        and x.nas_address is not distinct from nas and x.started_at <= at
        and x.stopped_at is null returning x.* loop
    ended := ended + 1;
    perform radius.confirm_ending(s.organization_id, s.id, at);
    perform radius.publish_session_event(s, 'device.disconnected', at);
  end loop;
  return ended;
end;
$$;
revoke all on function radius.end_sessions from public;
