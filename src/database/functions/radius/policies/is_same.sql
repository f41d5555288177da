-- Whether a field has that value.
-- Called by radius.is_met.
create or replace function radius.is_same(facts jsonb, field text, wanted text) returns boolean
language sql immutable as $$
  select case when field in ('group', 'ssid') then wanted = any (radius.texts(facts, field))
    else
      coalesce((
        select bool_or(radius.fold(t) = radius.fold(wanted)) from unnest(radius.texts(facts, field)) t
      ), false)
      or field = 'client' and radius.is_within(facts #>> '{client,address}', wanted) end
$$;
revoke all on function radius.is_same from public;
