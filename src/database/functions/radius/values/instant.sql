-- An instant as the API writes it.
-- Called by publish_created_users, publish_created_vouchers, publish_changed_user, others.
create or replace function radius.instant(at timestamptz) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
revoke all on function radius.instant from public;
