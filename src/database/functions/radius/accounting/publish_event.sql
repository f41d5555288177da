-- Writes an event of what RADIUS saw, in codes: src/console/events/radius-event.ts makes its payload at dispatch.
-- specifics uses the names of RadiusFacts.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.begin_voucher, radius.publish_session_event, radius.reject.
create or replace function radius.publish_event(
  organization uuid, at timestamptz, event text, username text, auth text, mac text, device jsonb, seen jsonb,
  access_point text, access_point_mac text, specifics jsonb
) returns void
language plpgsql volatile as $$
begin
  insert into public.outbox_events (organization_id, id, event, payload, holds_facts, created_at)
  values (organization, radius.new_id(at), event,
    (jsonb_build_object('at', radius.instant(at), 'mac', mac, 'device', device, 'seen', seen, 'username', username,
      'authMethod', auth, 'accessPoint', access_point, 'accessPointMac', access_point_mac) || specifics)::text,
    true, at);
end;
$$;
revoke all on function radius.publish_event from public;
