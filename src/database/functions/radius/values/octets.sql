-- A second attribute counts octets beyond 4 GiB (RFC 2869, section 5.1).
-- Called by radius.write_packets.
create or replace function radius.octets(low text, gigawords text) returns bigint
language sql immutable as $$
  select radius.whole(low) + (case when length(gigawords) <= 9 then radius.whole(gigawords) else 0 end << 32)
$$;
revoke all on function radius.octets from public;
