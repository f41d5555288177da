-- The MAC address in a Called-Station-Id, as radius.mac writes it. Nearly all write 17 letters of it.
-- Called by radius.accept, radius.begin_voucher, radius.new_session, radius.reject.
create or replace function radius.access_point_mac(called text) returns text
language sql immutable as $$
  select case
    when translate(left(called, 17), '0123456789abcdefABCDEF', '') = any (array[':::::', '-----'])
      then lower(translate(left(called, 17), ':-', ''))
    else radius.odd_access_point_mac(called) end
$$;
revoke all on function radius.access_point_mac from public;
