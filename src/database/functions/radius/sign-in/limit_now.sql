-- radius.limit_reached, after the accounting packets that still wait are written: a device that has just left does not
-- count, one that has just come does, even if no process has written sessions for a while.
-- Called by radius.accept, radius.authorize.
create or replace function radius.limit_now(
  n radius.place, p radius.party, reply jsonb, own_mac text, now_is timestamptz
) returns text
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp
set lock_timeout = '300ms' as $$
declare
  reason text := radius.limit_reached(n, p, reply, own_mac, now_is);
begin
  if not exists (select from accounting_packets x where x.organization_id = n.organization_id
    and (reason is not null or x.received_at < now_is - interval '2 seconds')) then
    return reason;
  end if;
  begin
    perform pg_advisory_xact_lock(hashtextextended('accounting of ' || n.organization_id, 0));
    perform radius.write_sessions_of(n.organization_id);
  -- Somebody else is writing them, and takes long.
  exception when lock_not_available or deadlock_detected then return reason;
  end;
  return radius.limit_reached(n, p, reply, own_mac, now_is);
end;
$$;
revoke all on function radius.limit_now from public;
