-- Writes sessions that have begun and events of sessions, each kind by one statement.
-- Called by radius.write_packets.
create or replace function radius.write_begun(begun accounting_sessions[], events outbox_events[]) returns void
language plpgsql volatile as $$
begin
  if cardinality(begun) > 0 then
    insert into public.accounting_sessions select e.* from unnest(begun) e;
  end if;
  if cardinality(events) > 0 then perform radius.publish_events(events); end if;
end;
$$;
revoke all on function radius.write_begun from public;
