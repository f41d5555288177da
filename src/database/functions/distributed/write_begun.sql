-- As src/database/functions/radius/accounting/write_begun.sql says, each session by a statement of its own: Citus would
-- make each row of an insert from an array on any node.
-- Called by radius.write_packets.
create or replace function radius.write_begun(begun accounting_sessions[], events outbox_events[]) returns void
language plpgsql volatile as $$
declare
  s public.accounting_sessions;
begin
  foreach s in array begun loop
    insert into public.accounting_sessions values (s.*);
  end loop;
  if cardinality(events) > 0 then perform radius.publish_events(events); end if;
end;
$$;
revoke all on function radius.write_begun from public;
