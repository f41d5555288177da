-- radius.access_point_mac in any other notation: by a regular expression, which costs as much as a small statement. Not
-- in SQL, so that it is no part of the expressions that call the other.
-- Called by radius.access_point_mac.
create or replace function radius.odd_access_point_mac(called text) returns text
language plpgsql immutable as $$
begin
  return radius.mac(substring(called from '^[0-9A-Fa-f:.-]{12,17}'));
end;
$$;
revoke all on function radius.odd_access_point_mac from public;
