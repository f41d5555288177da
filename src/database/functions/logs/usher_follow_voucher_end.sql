-- Moves the end of registrations with the end of their voucher, when the duration or end of a voucher in use changes.
-- One that is over stays over. Whoever starts a voucher writes the first end.
-- Called by a trigger.
-- SQL, so that nothing that changes a voucher's end can skip it. Executed as text, so that PostgreSQL plans each change
-- for its own size.
create or replace function usher_follow_voucher_end() returns trigger language plpgsql as $$
begin
  -- Hashed whatever is expected: a join that was planned for one row compares each of a thousand with each.
  if not exists (select x.organization_id, x.id, x.ends_at from added x where x.first_used_at is not null
    except select o.organization_id, o.id, o.ends_at from was o) then
    return null;
  end if;
  execute $q$
    with changed as (
      select x.organization_id, x.id, lower(x.code) as username_key, x.updated_at,
        nullif(x.ends_at, 'infinity') as ends_at
      from added x join was o on o.organization_id = x.organization_id and o.id = x.id
      where x.ends_at is distinct from o.ends_at and o.first_used_at is not null),
    followed as (
      update {registrations} r set until_at = c.ends_at, updated_at = c.updated_at, revision = r.revision + 1
      from changed c
      where r.organization_id = c.organization_id and r.username_key = c.username_key and r.voucher_id = c.id
        and r.ended_at is null and (r.until_at is null or r.until_at > c.updated_at)
        and r.until_at is distinct from c.ends_at
      returning r.organization_id, r.id, r.since_at, r.until_at)
    update {guest_registrations} g set valid_until = f.until_at
    from followed f where g.organization_id = f.organization_id and g.created_at = f.since_at and g.id = f.id
  $q$;
  return null;
end;
$$;
create or replace trigger follow_voucher_end after update on vouchers
  referencing old table as was new table as added for each statement execute function usher_follow_voucher_end();
