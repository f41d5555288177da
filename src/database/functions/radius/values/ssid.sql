-- The SSID in a Called-Station-Id; null when it names none.
-- Called by radius.place_of, radius.shared_place_of.
create or replace function radius.ssid(called text) returns text
language sql immutable as $$
  select nullif(substring(called from '^[0-9A-Fa-f:.-]{12,17}:(.+)$'), '')
$$;
revoke all on function radius.ssid from public;
