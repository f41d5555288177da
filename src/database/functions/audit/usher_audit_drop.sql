-- The only way to delete entries: whole blocks, from the oldest up to the given one, none younger than 30 days. Returns
-- where the chain begins now; the caller writes the head.
-- Called by src/console/audit.
-- SQL, because the caller may not delete entries: only this function does.
create or replace function usher_audit_drop(
  of_organization uuid, up_to bigint
) returns table(entries bigint, until_at timestamptz, hash bytea)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare last audit_blocks;
begin
  if of_organization is distinct from usher_organization() and not usher_everywhere() then
    raise exception 'not of this organization' using errcode = '42501';
  end if;
  select * into last from audit_blocks where organization_id = of_organization and number = up_to;
  if last.sealed_at is null or last.sealed_at > now() - interval '30 days' then
    raise exception 'no block that may go' using errcode = '42501';
  end if;
  set local usher.audit_retention = 'on';
  with b as materialized (
    select first_id, usher_audit_last(first_id) as last_id from audit_blocks, unnest(first_ids) as first_id
      where organization_id = of_organization and number <= up_to)
  delete from audit_entries e using b
    where e.organization_id = of_organization and e.id between b.first_id and b.last_id;
  delete from audit_blocks where organization_id = of_organization and number <= up_to;
  set local usher.audit_retention = 'off';
  return query select last.first_entry + last.entries - 1, last.sealed_at, last.hash;
end;
$$;
revoke all on function usher_audit_drop from public;
grant execute on function usher_audit_drop to usher_tenant;
