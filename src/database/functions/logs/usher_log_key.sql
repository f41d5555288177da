-- The column by which a log is cut into months: its time, or its ids, which hold the time. Null: no such log.
-- Called by usher_make_log_partitions, usher_drop_log_partitions.
create or replace function usher_log_key(log text) returns text
language sql immutable as $$
  select case log
    when 'authentication_log' then 'at'
    when 'accounting_sessions' then 'started_at'
    when 'guest_registrations' then 'created_at'
    when 'provision_log' then 'id'
    when 'audit_entries' then 'id' end
$$;
