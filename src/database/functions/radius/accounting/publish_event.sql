-- Writes an event, as radius.event_of makes it.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.begin_voucher, radius.reject.
create or replace function radius.publish_event(
  organization uuid, at timestamptz, event text, username text, auth text, mac text, device jsonb, seen jsonb,
  access_point text, access_point_mac text, specifics jsonb
) returns void
language plpgsql volatile as $$
begin
  perform radius.publish_events(array[radius.event_of(organization, at, event, username, auth, mac, device, seen,
    access_point, access_point_mac, specifics)]);
end;
$$;
revoke all on function radius.publish_event from public;
