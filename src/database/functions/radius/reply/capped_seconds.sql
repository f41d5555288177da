-- No session outlasts the account. 0 means no limit to many access points.
-- Called by radius.merge_attributes.
create or replace function radius.capped_seconds(value text, most bigint) returns text
language sql immutable as $$
  select case when n is null then value else coalesce(least(nullif(n, 0), most), n)::text end
  from (
    select case
      when value ~ '^[0-9]{1,10}$' then value::bigint
      when value ~* '^0x[0-9a-f]{1,8}$' then ('x' || lpad(substr(value, 3), 16, '0'))::bit(64)::bigint end as n) x
$$;
revoke all on function radius.capped_seconds from public;
