-- Writes user.deleted for every user that a statement removed.
-- Called by a trigger.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_deleted_users() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  organization uuid;
  -- A row that is gone does not say when: the transaction does.
  deleted_at timestamptz := date_trunc('milliseconds', now());
begin
  for organization in select distinct organization_id from was loop
    if exists (select from {webhooks} w
      where w.organization_id = organization and not w.disabled and 'user.deleted' = any (w.events)) then
      insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
        select organization, radius.new_id(deleted_at), 'user.deleted',
          jsonb_build_object('at', radius.instant(deleted_at), 'username', o.username, 'record', jsonb_build_object(
            'id', o.id, 'username', o.username, 'first_name', o.first_name, 'last_name', o.last_name,
            'email', o.email, 'valid_until', radius.instant(o.valid_until), 'external_id', o.external_id))::text,
          true, deleted_at
        from was o where o.organization_id = organization order by o.id;
    end if;
  end loop;
  return null;
end;
$$;
create or replace trigger publish_deleted after delete on users referencing old table as was
  for each statement execute function publish_deleted_users();
