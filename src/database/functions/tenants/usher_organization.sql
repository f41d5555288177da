-- The organization whose rows this transaction sees; null without one and for those that see all.
-- Called by policies of every table, usher_audit_drop, usher_audit_redact, usher_make_log_partitions.
create or replace function usher_organization() returns uuid
language sql stable as $$
  select nullif(nullif(current_setting('usher.organization_id', true), ''), '*')::uuid
$$;
