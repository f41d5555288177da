-- The numbers of an array that are greater than another.
-- Called by src/provisioning/host/address-budget.repository.ts.
-- SQL, because Citus allows no sub-select where an insert meets a conflict.
create or replace function usher_later_than(numbers bigint[], than bigint) returns bigint[]
language sql immutable strict as $$
  select coalesce(array_agg(n), '{}') from unnest(numbers) n where n > than
$$;
