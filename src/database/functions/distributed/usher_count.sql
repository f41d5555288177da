-- As src/database/functions/tenants/usher_count.sql says, for each organization by itself: what names no transition
-- table is a statement whose plan is kept.
-- Called by triggers: functions/templates/counted_table.sql.
create or replace function usher_count() returns trigger language plpgsql as $$
declare
  counted text := tg_argv[0];
  way int := tg_argv[1];
  organization uuid;
  number int;
begin
  for organization, number in select organization_id, count(*) from changed group by organization_id loop
    insert into {resource_counts} as c (organization_id, resource, slot, total)
      values (organization, counted, pg_backend_pid() % 64, number * way)
    on conflict (organization_id, resource, slot) do update set total = c.total + excluded.total;
  end loop;
  return null;
end;
$$;
