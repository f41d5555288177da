-- rlm_sql runs a value in back quotes as a command, and expands one in double quotes: no tenant's value may look like
-- that.
-- Called by radius.accept, radius.client, radius.merge_attributes, others.
create or replace function radius.is_plain(value text) returns boolean
language sql immutable as $$
  select left(value, 1) <> all (array['''', '"', '`'])
$$;
revoke all on function radius.is_plain from public;
