-- What the shard on which a trigger fired has in common with the shards beside it, which hold the same tenants: the
-- least of their hashes. Empty for an ordinary table.
-- Called by trigger functions of distributed tables: src/database/schema/shards.ts writes the calls.
-- SQL, because only the database that holds a shard knows its neighbours. By regclass: Citus hides shards in pg_class.
-- PL/pgSQL, whose plan the session keeps: a function in SQL is planned again in each transaction, for each trigger.
create or replace function usher_place(fired oid) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce((select s.shardminvalue from pg_dist_shard s
    where s.shardid = substring(fired::regclass::text from '_(\d+)$')::bigint), '');
end;
$$;
