-- Moves the end of registrations with the end of their account, for example after a later departure. No registration
-- outlasts its account, and one that is over stays over.
-- Called by a trigger.
-- SQL, so that nothing that changes an account's end can skip it. Executed as text, so that PostgreSQL plans each
-- change for its own size. Runs after the row triggers of the same statement: by then a room move has renamed the
-- registrations.
create or replace function usher_follow_account_end() returns trigger language plpgsql as $$
begin
  -- Hashed whatever is expected: a join that was planned for one row compares each of a thousand with each.
  if not exists (select x.organization_id, x.id, x.valid_until from added x
    except select o.organization_id, o.id, o.valid_until from was o) then
    return null;
  end if;
  execute $q$
    with changed as (
      select x.organization_id, x.id, x.username_key, x.updated_at, x.valid_until as ends_at, o.valid_until as ended_at
      from added x join was o on o.organization_id = x.organization_id and o.id = x.id
      where x.valid_until is distinct from o.valid_until),
    followed as (
      update {registrations} r set until_at = c.ends_at, updated_at = c.updated_at, revision = r.revision + 1
      from changed c
      where r.organization_id = c.organization_id and r.username_key = c.username_key and r.user_id = c.id
        and r.ended_at is null and (r.until_at is null or r.until_at > c.updated_at)
        and (r.until_at is not distinct from c.ended_at or coalesce(r.until_at, 'infinity') > c.ends_at)
      returning r.organization_id, r.id, r.since_at, r.until_at)
    update {guest_registrations} g set valid_until = f.until_at
    from followed f where g.organization_id = f.organization_id and g.created_at = f.since_at and g.id = f.id
  $q$;
  return null;
end;
$$;
create or replace trigger follow_account_end after update on users
  referencing old table as was new table as added for each statement execute function usher_follow_account_end();
