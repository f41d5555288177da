-- The SSID in a Called-Station-Id; null when it names none.
-- Called by radius.place_of, radius.shared_place_of.
create or replace function radius.ssid(called text) returns text
language sql immutable as $$
  select case
    -- As nearly all write it. A regular expression costs a login as much as a statement.
    when substr(called, 18, 1) = ':' and translate(left(called, 17), '0123456789abcdefABCDEF:.-', '') = ''
      then nullif(substr(called, 19), '')
    else nullif(substring(called from '^[0-9A-Fa-f:.-]{12,17}:(.+)$'), '') end
$$;
revoke all on function radius.ssid from public;
