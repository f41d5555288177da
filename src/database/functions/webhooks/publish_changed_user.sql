-- Writes user.renamed, and user.disabled or user.enabled.
-- Called by a trigger.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_changed_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  n users := new;
  event_name text;
  event_names text[] := array_remove(array[
    case when new.username <> old.username then 'user.renamed' end,
    case when new.disabled and not old.disabled then 'user.disabled' end,
    case when old.disabled and not new.disabled then 'user.enabled' end], null);
begin
  for event_name in select unnest(event_names) loop
    if exists (select from {webhooks} w
      where w.organization_id = n.organization_id and not w.disabled and event_name = any (w.events)) then
      insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
        values (n.organization_id, radius.new_id(n.updated_at), event_name,
          jsonb_build_object('at', radius.instant(n.updated_at), 'username', n.username, 'record', jsonb_build_object(
            'id', n.id, 'username', n.username, 'first_name', n.first_name, 'last_name', n.last_name,
            'email', n.email, 'valid_until', radius.instant(n.valid_until), 'external_id', n.external_id))::text,
          true, n.updated_at);
    end if;
  end loop;
  return null;
end;
$$;
create or replace trigger publish_changed_user after update of disabled, username on users for each row
  when (new.disabled is distinct from old.disabled or new.username <> old.username)
  execute function publish_changed_user();
