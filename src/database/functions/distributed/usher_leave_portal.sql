-- A gateway whose portal is deleted has none. On a single PostgreSQL the foreign key does it (on delete set null),
-- which Citus has not for keys that begin with the organization.
-- Called by a trigger.
-- SQL, so that no way to delete a portal can skip it.
create or replace function usher_leave_portal() returns trigger language plpgsql as $$
begin
  update {gateways} set captive_portal_id = null
    where organization_id = old.organization_id and captive_portal_id = old.id;
  return old;
end;
$$;
create or replace trigger leave_portal before delete on captive_portals
  for each row execute function usher_leave_portal();
