-- The places of this node: each once. A table that stands whole on every node has its triggers fire on every node, and
-- each does what concerns the tenants that it holds. One empty place for an ordinary table.
-- Called by trigger functions of such tables: src/database/schema/shards.ts writes the calls.
-- SQL, because only the database that holds a shard knows what else it holds.
create or replace function usher_places(fired oid) returns setof text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select s.shardminvalue from pg_dist_shard s
    join pg_dist_placement p on p.shardid = s.shardid and p.groupid = (select groupid from pg_dist_local_group)
    where s.logicalrelid = to_regclass('public.users')
      and fired::regclass::text ~ '_\d{5,}$'
  union all
  select '' where fired::regclass::text !~ '_\d{5,}$'
$$;
