-- Writes events that radius.event_of made: many by one statement.
-- Called by radius.publish_event, radius.publish_session_event, radius.write_begun, radius.write_session.
create or replace function radius.publish_events(events outbox_events[]) returns int
language plpgsql volatile as $$
declare
  published int;
begin
  with written as (
    insert into public.outbox_events (organization_id, id, event, payload, holds_facts, created_at)
      select e.organization_id, e.id, e.event, e.payload, true, e.created_at from unnest(events) e
      returning 1)
  select count(*) into published from written;
  return published;
end;
$$;
revoke all on function radius.publish_events from public;
