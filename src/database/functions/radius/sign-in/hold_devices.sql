-- Locks the count of an account's devices until the transaction ends, against other logins and the page of a portal
-- (src/portal/gateways/first-use/account-devices.repository.ts): of two devices that come in the same instant, the
-- second is counted after the first is in.
-- Called by radius.accept.
create or replace function radius.hold_devices(n radius.place, p radius.party) returns void
language sql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
  select pg_advisory_xact_lock(
    hashtextextended('devices of ' || n.organization_id::text || ' ' || radius.fold(p.known_as), 0))
$$;
revoke all on function radius.hold_devices from public;
