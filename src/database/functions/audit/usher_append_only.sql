-- Refuses to change what the audit holds; only usher_audit_drop and usher_audit_redact lift this for their own
-- statement.
-- Called by triggers, two on each table: a single statement trigger for rows and truncate could not be created on the
-- shards of a distributed table. A shard's name is the table's with a number behind it.
-- SQL, so that no login of the service can change the audit.
create or replace function usher_append_only() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('usher.audit_retention', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' and tg_table_name like 'audit\_entries%'
    and current_setting('usher.audit_erasure', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', regexp_replace(tg_table_name, '(_\d+)+$', '') using errcode = '42501';
end;
$$;
create or replace trigger append_only before update or delete on audit_entries
  for each statement execute function usher_append_only();
create or replace trigger append_only_truncate before truncate on audit_entries
  for each statement execute function usher_append_only();
create or replace trigger append_only before update or delete on audit_blocks
  for each statement execute function usher_append_only();
create or replace trigger append_only_truncate before truncate on audit_blocks
  for each statement execute function usher_append_only();
