-- Writes the sessions that an organization's oldest packets are about, and returns how many packets those were.
-- Accounting must never fail on odd input: where one packet is odd, each is taken by itself, and the odd one dropped.
-- Who calls it has the lock 'accounting of' the organization, so that a session's packets are taken in their order.
-- PostgreSQL ends whoever waits in a circle after a second: this gives up before, because it is repeated.
-- Called by radius.limit_now, radius.write_sessions.
create or replace function radius.write_sessions_of(organization uuid) returns int
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp
set lock_timeout = '300ms' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  written int := 0;
begin
  return radius.write_packets(organization, 500);
exception when data_exception then
  while written < 500 loop
    begin
      exit when radius.write_packets(organization, 1) = 0;
    exception when data_exception then
      delete from accounting_packets x where x.organization_id = organization and x.id = (
        select y.id from accounting_packets y where y.organization_id = organization
        order by y.received_at, y.id limit 1);
    end;
    written := written + 1;
  end loop;
  return written;
end;
$$;
revoke all on function radius.write_sessions_of from public;
