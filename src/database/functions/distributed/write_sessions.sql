-- As src/database/functions/radius/accounting/write_sessions.sql says; which organizations have packets is one question
-- to all nodes.
-- Called by src/console/sessions/accounting/session-writer.ts.
-- SQL, because a login that counts devices writes them, too: radius.limit_now.
create or replace function radius.write_sessions(after uuid, out reached uuid, out packets int)
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  waiting uuid[] := array(select distinct p.organization_id from accounting_packets p where p.organization_id > after
    order by p.organization_id limit 50);
begin
  packets := 0;
  foreach reached in array waiting loop
    if pg_try_advisory_xact_lock(hashtextextended('accounting of ' || reached, 0)) then
      packets := packets + radius.write_sessions_of(reached);
    end if;
    if packets >= 500 then return; end if;
  end loop;
  if cardinality(waiting) < 50 then reached := null; end if;
end;
$$;
revoke all on function radius.write_sessions from public;
grant execute on function radius.write_sessions to usher_tenant;
