-- Ends registrations whose account or voucher was disabled, deleted or revoked, and records the reason for guest and
-- house. A registration stays ended when the account comes back: its device lost access and has to use the portal
-- again.
-- Called by triggers.
-- SQL, so that nothing that takes an account away can skip it. Executed as text, so that PostgreSQL plans each change
-- for its own size.
create or replace function usher_end_registrations() returns trigger language plpgsql as $$
declare
  is_over text;
begin
  if tg_op = 'DELETE' then
    is_over := $q$ select o.organization_id, o.id as user_id, null::uuid as voucher_id, o.username_key,
      date_trunc('milliseconds', now()) as ended_at, 'account_deleted' as reason from was o $q$;
  elsif tg_table_name like 'users%' then
    -- Hashed whatever is expected: a join that was planned for one row compares each of a thousand with each.
    if not exists (select x.organization_id, x.id from added x where x.disabled
      except select o.organization_id, o.id from was o where o.disabled) then
      return null;
    end if;
    is_over := $q$ select x.organization_id, x.id as user_id, null::uuid as voucher_id, x.username_key,
      x.updated_at as ended_at, 'account_disabled' as reason
      from added x join was o on o.organization_id = x.organization_id and o.id = x.id
      where x.disabled and not o.disabled $q$;
  else
    if not exists (select x.organization_id, x.id from added x where x.revoked_at is not null
      except select o.organization_id, o.id from was o where o.revoked_at is not null) then
      return null;
    end if;
    is_over := $q$ select x.organization_id, null::uuid as user_id, x.id as voucher_id, lower(x.code)
      as username_key, x.revoked_at as ended_at, 'voucher_revoked' as reason
      from added x join was o on o.organization_id = x.organization_id and o.id = x.id
      where x.revoked_at is not null and o.revoked_at is null $q$;
  end if;
  execute 'with gone as (' || is_over || $q$)
    update {registrations} r set ended_at = g.ended_at, end_reason = g.reason, updated_at = g.ended_at,
      revision = r.revision + 1
    from gone g
    where r.organization_id = g.organization_id and r.username_key = g.username_key
      and (r.user_id = g.user_id or r.voucher_id = g.voucher_id)
      and r.ended_at is null and (r.until_at is null or r.until_at > g.ended_at)
  $q$;
  return null;
end;
$$;
create or replace trigger end_registrations after update on users
  referencing old table as was new table as added for each statement execute function usher_end_registrations();
create or replace trigger end_registrations_of_deleted after delete on users
  referencing old table as was for each statement execute function usher_end_registrations();
create or replace trigger end_registrations after update on vouchers
  referencing old table as was new table as added for each statement execute function usher_end_registrations();
