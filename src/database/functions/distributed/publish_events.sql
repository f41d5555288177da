-- As src/database/functions/radius/accounting/publish_events.sql says, one by one: Citus would make each row of an
-- insert from an array on any node.
-- Called by radius.publish_event, radius.publish_session_event, radius.write_packets, radius.write_session.
create or replace function radius.publish_events(events outbox_events[]) returns int
language plpgsql volatile as $$
declare
  e public.outbox_events;
begin
  foreach e in array events loop
    insert into public.outbox_events (organization_id, id, event, payload, holds_facts, created_at)
      values (e.organization_id, e.id, e.event, e.payload, true, e.created_at);
  end loop;
  return cardinality(events);
end;
$$;
revoke all on function radius.publish_events from public;
