-- Writes the sessions that waiting packets are about, of the organizations that follow `after`, some hundred packets at
-- once. An organization whose packets another process is writing is passed over. packets: how many were written;
-- reached: the last organization that was looked at, null after the last one there is.
-- Called by src/console/sessions/accounting/session-writer.ts.
-- SQL, because a login that counts devices writes them, too: radius.limit_now.
create or replace function radius.write_sessions(after uuid, out reached uuid, out packets int)
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  following uuid := after;
begin
  packets := 0;
  for organizations in 1 .. 50 loop
    select p.organization_id into following from accounting_packets p where p.organization_id > following
      order by p.organization_id limit 1;
    reached := following;
    exit when following is null;
    if pg_try_advisory_xact_lock(hashtextextended('accounting of ' || following, 0)) then
      packets := packets + radius.write_sessions_of(following);
    end if;
    exit when packets >= 500;
  end loop;
end;
$$;
revoke all on function radius.write_sessions from public;
grant execute on function radius.write_sessions to usher_tenant;
