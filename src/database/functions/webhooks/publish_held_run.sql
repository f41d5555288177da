-- Writes run.held.
-- Called by triggers.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_held_run() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  n runs := new;
  event_name text := 'run.held';
begin
  if exists (select from {webhooks} w
    where w.organization_id = n.organization_id and not w.disabled and event_name = any (w.events)) then
    insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
      values (n.organization_id, radius.new_id(clock_timestamp()), event_name,
        jsonb_build_object('at', radius.instant(clock_timestamp()), 'username', null::text,
          'record', jsonb_build_object(
            'id', n.id, 'connection_id', n.connection_id, 'mode', n.mode, 'held', n.held))::text,
        true, clock_timestamp());
  end if;
  return null;
end;
$$;
create or replace trigger publish_held_run after update of status on runs for each row
  when (new.status = 'held' and old.status <> 'held') execute function publish_held_run();
create or replace trigger publish_inserted_held_run after insert on runs for each row
  when (new.status = 'held') execute function publish_held_run();
