-- As src/database/functions/logs/usher_make_log_partitions.sql says, over all nodes: a month is a distributed table
-- beside the others before it is attached, and what moves to it moves on every shard. SET and not set_config, which
-- stays on this node. Its triggers stand on the shards, too.
-- Called by src/database/retention.
-- SQL, because only the owner of a table may give it partitions.
create or replace function usher_make_log_partitions(log text, from_at timestamptz, months int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  key text := usher_log_key(log);
  month timestamp;
  bounds text[];
  part text;
  made int := 0;
begin
  if key is null or not usher_everywhere() then
    raise exception 'partitions are the business of upkeep' using errcode = '42501';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('usher_log_partitions')) then return 0; end if;
  set local lock_timeout = '2s';
  set local citus.multi_shard_modify_mode = 'sequential';
  for ahead in 0 .. months - 1 loop
    month := date_trunc('month', from_at at time zone 'UTC') + make_interval(months => ahead);
    part := log || to_char(month, '_YYYY_MM');
    continue when to_regclass(format('public.%I', part)) is not null;
    bounds := array[month, month + interval '1 month'];
    bounds := case key
      when 'id' then array[usher_least_id(bounds[1]::timestamp at time zone 'UTC'),
        usher_least_id(bounds[2]::timestamp at time zone 'UTC')]::text[]
      else array[bounds[1] || '+00', bounds[2] || '+00'] end;
    execute format('create table public.%I (like public.%I including all)', part, log);
    -- Every interim update writes the session again: free space on its page avoids writing the indexes.
    if log = 'accounting_sessions' then execute format('alter table public.%I set (fillfactor = 80)', part); end if;
    perform create_distributed_table(format('public.%I', part)::regclass, 'organization_id',
      colocate_with => format('public.%I', log));
    execute format('alter table public.%I enable row level security', part);
    execute format('alter table public.%I force row level security', part);
    execute format('create policy tenant on public.%I
      using (organization_id = usher_organization() or usher_everywhere())', part);
    set local usher.audit_retention = 'on';
    execute format('insert into public.%3$I select * from public.%1$I where %2$I >= %4$L and %2$I < %5$L',
      log || '_default', key, part, bounds[1], bounds[2]);
    execute format('delete from public.%1$I where %2$I >= %3$L and %2$I < %4$L', log || '_default', key, bounds[1],
      bounds[2]);
    set local usher.audit_retention = 'off';
    if log = 'audit_entries' then
      execute format('create trigger append_only before update or delete on public.%I
        for each statement execute function usher_append_only()', part);
    end if;
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', log, part,
      bounds[1], bounds[2]);
    made := made + 1;
  end loop;
  return made;
end;
$$;
revoke all on function usher_make_log_partitions from public;
grant execute on function usher_make_log_partitions to usher_tenant;
