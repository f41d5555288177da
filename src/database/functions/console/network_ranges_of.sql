-- The ranges that hold an address, the whole Internet first and itself last. Looked up one by one by an index of exact
-- addresses: under row-level security PostgreSQL uses none for >>= and &&, which are not leakproof.
-- Called by network_client_overlaps, radius.client.
create or replace function network_ranges_of(address inet) returns cidr[]
language sql immutable strict as $$
  select array_agg(network(set_masklen(address, bits)) order by bits)
  from generate_series(0, masklen(address)) bits
$$;
revoke all on function network_ranges_of from public;
grant execute on function network_ranges_of to usher_tenant;
