-- What FreeRADIUS' session may see and who acts, on every node that a statement of this transaction reaches. Plans kept
-- for any organization would reach all of them: each statement is planned for its own.
-- Called by radius.account, radius.client, radius.place_of, each from within a statement: SET LOCAL travels to other
-- nodes in a transaction only, and to Citus a function alone is none.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.reach_nodes() returns void language plpgsql volatile as $$
begin
  execute format('set local usher.organization_id = %L', current_setting('usher.organization_id', true));
  execute format('set local usher.actor = %L', coalesce(current_setting('usher.actor', true), ''));
  set local plan_cache_mode = auto;
end;
$$;
revoke all on function radius.reach_nodes from public;
