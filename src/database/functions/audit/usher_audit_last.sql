-- The highest id that an entry can have in the statement whose first entry is given.
-- Called by src/console/audit, usher_audit_drop.
create or replace function usher_audit_last(first_id uuid) returns uuid
language sql immutable as $$
  select (left(first_id::text, 28) || 'ffffffff')::uuid
$$;
