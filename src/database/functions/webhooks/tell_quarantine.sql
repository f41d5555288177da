-- Writes connection.quarantined and connection.recovered.
-- Called by a trigger.
-- SQL, so that the event is written by the transaction that does it, whoever that is;
-- src/console/events/change-event.ts makes the payload of it when it is dispatched.
create or replace function tell_quarantine() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  n connections := new;
  told text := case when new.status = 'quarantined' then 'connection.quarantined' else 'connection.recovered' end;
begin
  if event_wanted(n.organization_id, told) then
    insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
      values (n.organization_id, radius.new_id(clock_timestamp()), told,
        jsonb_build_object('at', radius.instant(clock_timestamp()), 'username', null::text,
          'record', jsonb_build_object(
            'id', n.id, 'name', n.name, 'connector', n.connector, 'status', n.status,
            'problem', n.quarantine ->> 'code'))::text,
        true, clock_timestamp());
  end if;
  return null;
end;
$$;
create or replace trigger tell_quarantine after update of status on connections for each row
  when (old.status is distinct from new.status
    and (new.status = 'quarantined' or old.status = 'quarantined' and new.status <> 'disabled'))
  execute function tell_quarantine();
