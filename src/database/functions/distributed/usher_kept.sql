-- The name of a prepared statement of this session: the command with the tables in it, in braces, named as the shards
-- beside the one on which a trigger fired. Its plan is kept, where a text is planned each time.
-- Called by trigger functions of distributed tables: src/database/schema/shards.ts writes the calls.
-- SQL, because only the database that holds a shard knows its neighbours, and only its session keeps a plan.
--
-- By the shard's oid: whatever becomes of it, a shard that takes its place has another. A rollback takes the setting
-- back and leaves what was prepared, so without the setting the session is asked. No `set search_path`: the command
-- would be planned for it.
create or replace function usher_kept(command text, digest text, fired oid, types regtype[]) returns text
language plpgsql volatile as $$
declare
  kept text := 'usher_' || digest || '_' || fired;
begin
  if current_setting('usher.' || kept, true) = 'on' then
    return kept;
  end if;
  if not exists (select from pg_catalog.pg_prepared_statements p where p.name = kept) then
    execute format('prepare %I %s as %s', kept, '(' || nullif(array_to_string(types, ', '), '') || ')',
      public.usher_here(command, public.usher_place(fired)));
  end if;
  perform set_config('usher.' || kept, 'on', false);
  return kept;
end;
$$;
