-- An event of what RADIUS saw, in codes: src/console/events/radius-event.ts makes its payload at dispatch. specifics
-- uses the names of RadiusFacts.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.publish_event, radius.session_event.
create or replace function radius.event_of(
  organization uuid, at timestamptz, event text, username text, auth text, mac text, device jsonb, seen jsonb,
  access_point text, access_point_mac text, specifics jsonb
) returns outbox_events
language plpgsql volatile as $$
declare
  e public.outbox_events;
begin
  e.organization_id := organization;
  e.id := radius.new_id(at);
  e.event := event;
  e.payload := (jsonb_build_object('at', radius.instant(at), 'mac', mac, 'device', device, 'seen', seen, 'username',
    username, 'authMethod', auth, 'accessPoint', access_point, 'accessPointMac', access_point_mac) || specifics)::text;
  e.created_at := at;
  return e;
end;
$$;
revoke all on function radius.event_of from public;
