-- 12 lower-case digits, from any notation; null when it is no MAC address.
-- Called by radius.accept, radius.access_point_mac, radius.new_session, others.
create or replace function radius.mac(t text) returns text
language sql immutable as $$
  select case
    when length(t) <= 17 and length(translate(t, ':.-', '')) = 12
      and translate(t, '0123456789abcdefABCDEF:.-', '') = ''
    then lower(translate(t, ':.-', '')) end
$$;
revoke all on function radius.mac from public;
