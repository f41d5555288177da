-- SHA-256 of an entry. src/console/audit/chain/canonical.ts computes the same independently.
-- Called by src/console/audit/chain.
-- SQL, because entries are sealed by the thousand and need not leave the database for it.
create or replace function usher_audit_hash(e audit_entries) returns bytea
language sql stable as $$
  select sha256(convert_to(json_build_array(e.organization_id, e.id,
    to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.actor_kind, e.actor_id, e.actor_name,
    e.request_id, e.action, e.resource, e.resource_id, e.label, e.before, e.after)::text, 'UTF8'))
$$;
