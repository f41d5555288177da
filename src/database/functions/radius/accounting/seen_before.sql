-- The latest facts that an access point reported about a station.
-- PL/pgSQL, because that keeps its plan: a SQL function is planned anew with each packet.
-- Called by radius.begin_voucher, radius.new_session, radius.reject.
create or replace function radius.seen_before(organization uuid, station text, now_is timestamptz) returns jsonb
language plpgsql stable as $$
begin
  return (select s.seen from public.accounting_sessions s
    where s.organization_id = organization and s.mac = station and s.seen is not null
    and s.started_at > now_is - interval '30 days' order by s.started_at desc limit 1);
end;
$$;
revoke all on function radius.seen_before from public;
