-- A statement with the tables in it, in braces, named as the shards of a place; reference tables stand at every place.
-- With an empty place it names the tables themselves.
-- Called by trigger functions of distributed tables: src/database/schema/shards.ts writes the calls.
-- SQL, because only the database that holds a shard knows its neighbours.
create or replace function usher_here(command text, place text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  name text := substring(command from '\{([a-z_]+)\}');
  neighbour bigint;
begin
  while name is not null loop
    neighbour := null;
    if place <> '' then
      select s.shardid into strict neighbour from pg_dist_shard s
        where s.logicalrelid = to_regclass('public.' || name)
          and (s.shardminvalue is null or s.shardminvalue = place);
    end if;
    command := replace(command, '{' || name || '}', concat_ws('_', 'public.' || name, neighbour));
    name := substring(command from '\{([a-z_]+)\}');
  end loop;
  return command;
end;
$$;
