-- The only way to change an entry: once it is in a block, what it says about a person can be erased. Its place, time
-- and actor stay.
-- Called by src/console/audit.
-- SQL, because the caller may not change entries: only this function does. SET and not set_config, which stays on this
-- node where tables are distributed.
create or replace function usher_audit_redact(
  of_organization uuid, entry uuid, new_label text, new_before jsonb, new_after jsonb, new_erased text
) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if of_organization is distinct from usher_organization() and not usher_everywhere() then
    raise exception 'not of this organization' using errcode = '42501';
  end if;
  if exists (select 1 from audit_open
    where organization_id = of_organization and first_id = (left(entry::text, 28) || '00000000')::uuid) then
    raise exception 'in no block yet' using errcode = '42501';
  end if;
  set local usher.audit_erasure = 'on';
  update audit_entries set label = new_label, before = new_before, after = new_after, erased = new_erased
    where organization_id = of_organization and id = entry;
  set local usher.audit_erasure = 'off';
end;
$$;
revoke all on function usher_audit_redact from public;
grant execute on function usher_audit_redact to usher_tenant;
