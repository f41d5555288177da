-- The known values of a field that a condition may name.
-- Called by radius.is_met, radius.is_same.
create or replace function radius.texts(facts jsonb, field text) returns text[]
language sql immutable as $$
  select array_remove(case field
    when 'group' then array[facts #>> '{group,id}']
    when 'ssid' then array[facts ->> 'ssid']
    when 'auth_method' then array[facts ->> 'authMethod']
    when 'device_type' then array[facts #>> '{device,type}']
    when 'client' then array[facts #>> '{client,name}', facts #>> '{client,address}']
    else '{}'::text[] end, null)
$$;
revoke all on function radius.texts from public;
