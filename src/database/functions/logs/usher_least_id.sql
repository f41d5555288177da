-- The least UUIDv7 of an instant: ids sort by time, so a table of them can be cut by time at its key.
-- Called by usher_make_log_partitions, usher_drop_log_partitions.
create or replace function usher_least_id(at timestamptz) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
