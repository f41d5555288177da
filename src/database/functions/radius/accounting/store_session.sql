-- Writes a session as its packets left it, and what follows from that: radius.follow_session. Returns the events of it.
-- Called by a radius.write_packets that began before an upgrade, and by radius.write_session.
create or replace function radius.store_session(
  s accounting_sessions, is_new boolean, begun_at timestamptz, over_at timestamptz, reported_at timestamptz
) returns outbox_events[]
language plpgsql volatile as $$
begin
  if is_new then insert into public.accounting_sessions values (s.*); end if;
  return radius.follow_session(s, is_new, begun_at, over_at, reported_at);
end;
$$;
revoke all on function radius.store_session from public;
