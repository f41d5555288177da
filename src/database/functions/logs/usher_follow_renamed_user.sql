-- Gives the open sessions, today's usage and the registrations of an account its new name, for example after a room
-- move, so that they still count for it.
-- Called by a trigger.
-- SQL, so that nothing that renames an account can skip it.
create or replace function usher_follow_renamed_user() returns trigger language plpgsql as $$
begin
  execute $q$
    update {accounting_sessions} s set username_key = $4
    where s.organization_id = $1 and s.username_key = $3 and s.user_id = $2
      and (s.stopped_at is null or s.started_at > now() - interval '1 day')
  $q$ using new.organization_id, new.id, old.username_key, new.username_key;
  execute $q$
    update {registrations} r set username = $5, username_key = $4, revision = r.revision + 1
    where r.organization_id = $1 and r.username_key = $3 and r.user_id = $2 and r.ended_at is null
  $q$ using new.organization_id, new.id, old.username_key, new.username_key, new.username;
  return null;
end;
$$;
create or replace trigger follow_renamed after update of username_key on users
  for each row when (old.username_key is distinct from new.username_key) execute function usher_follow_renamed_user();
