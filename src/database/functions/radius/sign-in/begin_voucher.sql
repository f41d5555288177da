-- First use of a voucher: its time starts, and an event reports the guest as registered.
-- Called by radius.accept.
create or replace function radius.begin_voucher(
  n radius.place, p radius.party, calling text, called text, nas_id text, at timestamptz
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  v vouchers;
begin
  update vouchers x set first_used_at = at, revision = x.revision + 1, updated_at = at
    where x.organization_id = n.organization_id and x.id = p.subject_id returning * into v;
  insert into guest_registrations (organization_id, created_at, id, method, username, mac, ssid, access_point,
    valid_until)
  values (n.organization_id, at, radius.new_id(at), 'voucher', v.code, radius.mac(calling), n.ssid,
    coalesce(nullif(nas_id, ''), n.short_name), at + make_interval(secs => v.duration_seconds));
  perform radius.publish_event(n.organization_id, at, 'guest.registered', p.known_as, p.auth, radius.mac(calling),
    coalesce(nullif(p.facts -> 'device', 'null'), '{}'),
    radius.seen_before(n.organization_id, radius.mac(calling), at), coalesce(nullif(nas_id, ''), n.short_name),
    radius.access_point_mac(called),
    jsonb_build_object('guest', jsonb_build_object(
      'id', v.id, 'first_name', null, 'last_name', null, 'email', null, 'phone', null, 'captive_portal', null)));
end;
$$;
revoke all on function radius.begin_voucher from public;
