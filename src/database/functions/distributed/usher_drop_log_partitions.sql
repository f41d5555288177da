-- As src/database/functions/logs/usher_drop_log_partitions.sql says, over all nodes.
-- Called by src/database/retention.
-- SQL, because only the owner of a table may drop it.
create or replace function usher_drop_log_partitions(log text, before timestamptz) returns text[]
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part text;
  is_needed boolean := false;
  dropped text[] := '{}';
begin
  if usher_log_key(log) is null or not usher_everywhere() then
    raise exception 'partitions are the business of upkeep' using errcode = '42501';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('usher_log_partitions')) then return dropped; end if;
  set local lock_timeout = '2s';
  set local citus.multi_shard_modify_mode = 'sequential';
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(format('public.%I', log)) and c.relname ~ '_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
    order by 1
  loop
    if log = 'audit_entries' then
      execute format('select exists (select 1 from public.%I)', part) into is_needed;
    end if;
    continue when is_needed;
    -- The kept total of the list.
    if log = 'provision_log' then
      execute format('insert into public.resource_counts as c (organization_id, resource, slot, total)
        select organization_id, %L, 0, -count(*) from public.%I group by organization_id
        on conflict (organization_id, resource, slot) do update set total = c.total + excluded.total', log, part);
    end if;
    execute format('drop table public.%I', part);
    dropped := dropped || part;
  end loop;
  return dropped;
end;
$$;
revoke all on function usher_drop_log_partitions from public;
grant execute on function usher_drop_log_partitions to usher_tenant;
