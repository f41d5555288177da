-- The MAC address in a Called-Station-Id, as radius.mac writes it.
-- Called by radius.accept, radius.begin_voucher, radius.new_session, radius.reject.
create or replace function radius.access_point_mac(called text) returns text
language sql immutable as $$
  select radius.mac(substring(called from '^[0-9A-Fa-f:.-]{12,17}'))
$$;
revoke all on function radius.access_point_mac from public;
