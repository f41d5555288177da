-- Roles belong to the whole server: all databases on it share this one.
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'usher_tenant') then create role usher_tenant nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant usher_tenant to %I', current_user);
exception when insufficient_privilege or invalid_grant_operation then null;
end $$;
grant usage on schema public to usher_tenant;
