-- Writes user.created for every user that a statement added.
-- Called by a trigger.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_created_users() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare organization uuid;
begin
  for organization in select distinct organization_id from added loop
    if exists (select from {webhooks} w
      where w.organization_id = organization and not w.disabled and 'user.created' = any (w.events)) then
      insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
        select organization, radius.new_id(n.created_at), 'user.created',
          jsonb_build_object('at', radius.instant(n.created_at), 'username', n.username, 'record', jsonb_build_object(
            'id', n.id, 'username', n.username, 'first_name', n.first_name, 'last_name', n.last_name,
            'email', n.email, 'valid_until', radius.instant(n.valid_until), 'external_id', n.external_id))::text,
          true, n.created_at
        from added n where n.organization_id = organization order by n.id;
    end if;
  end loop;
  return null;
end;
$$;
create or replace trigger publish_created after insert on users referencing new table as added
  for each statement execute function publish_created_users();
