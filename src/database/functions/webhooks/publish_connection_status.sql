-- Writes connection.quarantined and connection.recovered.
-- Called by a trigger.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_connection_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  n connections := new;
  event_name text := case when new.status = 'quarantined' then 'connection.quarantined' else 'connection.recovered' end;
begin
  if exists (select from {webhooks} w
    where w.organization_id = n.organization_id and not w.disabled and event_name = any (w.events)) then
    insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
      values (n.organization_id, radius.new_id(clock_timestamp()), event_name,
        jsonb_build_object('at', radius.instant(clock_timestamp()), 'username', null::text,
          'record', jsonb_build_object(
            'id', n.id, 'name', n.name, 'connector', n.connector, 'status', n.status,
            'problem', n.quarantine ->> 'code'))::text,
        true, clock_timestamp());
  end if;
  return null;
end;
$$;
create or replace trigger publish_connection_status after update of status on connections for each row
  when (old.status is distinct from new.status
    and (new.status = 'quarantined' or old.status = 'quarantined' and new.status <> 'disabled'))
  execute function publish_connection_status();
