-- Whether an organization's rows are at a place.
-- Called by trigger functions of tables that stand whole on every node.
-- SQL, because only the database that holds a shard knows what it holds.
create or replace function usher_is_beside(organization uuid, place text) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select place = '' or exists (select from pg_dist_shard s
    where s.shardid = get_shard_id_for_distribution_column('public.users', organization) and s.shardminvalue = place)
$$;
