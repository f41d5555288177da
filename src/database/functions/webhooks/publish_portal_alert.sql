-- Writes portal.guessing, portal.controller_unreachable and portal.gateway_unknown, once for each state that people are
-- told of.
-- Called by triggers.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_portal_alert() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  n alerts := new;
begin
  if exists (select from {webhooks} w
    where w.organization_id = n.organization_id and not w.disabled and n.event = any (w.events)) then
    insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
      values (n.organization_id, radius.new_id(clock_timestamp()), n.event,
        jsonb_build_object('at', radius.instant(n.raised_at), 'username', null::text,
          'record', jsonb_build_object(
            'id', n.subject_id, 'name', n.subject_name, 'problem', n.state, 'detail', n.detail))::text,
        true, clock_timestamp());
  end if;
  return null;
end;
$$;
create or replace trigger publish_portal_alert after insert on alerts for each row
  when (new.event like 'portal.%') execute function publish_portal_alert();
