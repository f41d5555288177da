-- radius.access_point_mac for the other notations, by a regular expression, which costs as much as a small statement.
-- PL/pgSQL, so that it is not inlined into every expression that calls radius.access_point_mac.
-- Called by radius.access_point_mac.
create or replace function radius.odd_access_point_mac(called text) returns text
language plpgsql immutable as $$
begin
  return radius.mac(substring(called from '^[0-9A-Fa-f:.-]{12,17}'));
end;
$$;
revoke all on function radius.odd_access_point_mac from public;
