-- What FreeRADIUS' session may see and who acts, on the node of an organization, once in a transaction. FreeRADIUS
-- sends single statements: to Citus a function that reads is no transaction, and what is set would not be known there.
-- A lock on no row makes it one. Plans kept for any organization would reach all nodes: each statement is planned for
-- its own.
-- Called by radius.account, radius.client, radius.note_unknown, radius.place_of, from within a statement: SET LOCAL
-- travels from there only.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.reach_nodes(organization uuid) returns void language plpgsql volatile as $$
begin
  if current_setting('usher.reaches', true) = organization::text then return; end if;
  perform set_config('usher.reaches', organization::text, true);
  perform set_config('plan_cache_mode', 'auto', true);
  execute format('set local usher.organization_id = %L', coalesce(current_setting('usher.organization_id', true), ''));
  execute format('set local usher.actor = %L', coalesce(current_setting('usher.actor', true), ''));
  perform from public.network_clients k where k.organization_id = organization and k.id is null for update;
end;
$$;
revoke all on function radius.reach_nodes from public;
