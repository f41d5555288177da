-- A whole number of at most 18 digits; 0 for anything else.
-- Called by radius.octets, radius.write_packets.
create or replace function radius.whole(t text) returns bigint
language sql immutable as $$
  select case when t ~ '^\d{1,18}$' then t::bigint else 0 end
$$;
revoke all on function radius.whole from public;
