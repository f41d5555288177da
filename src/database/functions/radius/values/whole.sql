-- A whole number of at most 18 digits; 0 for anything else.
-- Called by radius.octets, radius.write_packets.
create or replace function radius.whole(t text) returns bigint
language sql immutable as $$
  select case when length(t) between 1 and 18 and translate(t, '0123456789', '') = '' then t::bigint else 0 end
$$;
revoke all on function radius.whole from public;
