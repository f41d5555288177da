-- Whether this transaction sees the rows of every organization.
-- Called by policies of every table, usher_audit_drop, usher_audit_redact, usher_drop_log_partitions,
-- usher_make_log_partitions.
create or replace function usher_everywhere() returns boolean
language sql stable as $$
  select coalesce(current_setting('usher.organization_id', true), '') = '*'
$$;
