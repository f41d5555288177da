-- As src/database/functions/radius/accounting/write_sessions_of.sql says. Statements are planned for the organization:
-- a plan for any reaches every node.
-- Called by radius.limit_now, radius.write_sessions.
create or replace function radius.write_sessions_of(organization uuid) returns int
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp
set lock_timeout = '300ms' as $$
declare
  written int := 0;
  odd uuid;
begin
  return radius.write_packets(organization, 500);
exception when data_exception then
  while written < 500 loop
    begin
      exit when radius.write_packets(organization, 1) = 0;
    exception when data_exception then
      select y.id into odd from accounting_packets y where y.organization_id = organization
        order by y.received_at, y.id limit 1;
      delete from accounting_packets x where x.organization_id = organization and x.id = odd;
    end;
    written := written + 1;
  end loop;
  return written;
end;
$$;
revoke all on function radius.write_sessions_of from public;
