-- As src/database/functions/radius/accounting/publish_events.sql says, those of an organization by one statement that
-- holds them: Citus would make each row of an insert from an array on any node.
-- Called by radius.publish_event, radius.publish_session_event, radius.write_begun, radius.write_session.
create or replace function radius.publish_events(events outbox_events[]) returns int
language plpgsql volatile as $$
declare
  rows text;
begin
  for rows in
    select string_agg(format('(%L, %L, %L, %L, true, %L)', e.organization_id, e.id, e.event, e.payload, e.created_at),
      ', ' order by e.id) from unnest(events) e group by e.organization_id
  loop
    execute 'insert into public.outbox_events (organization_id, id, event, payload, holds_facts, created_at) values '
      || rows;
  end loop;
  return cardinality(events);
end;
$$;
revoke all on function radius.publish_events from public;
