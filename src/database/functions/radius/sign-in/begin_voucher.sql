-- First use of a voucher: its time starts, and an event reports the guest as registered, unless a captive portal did.
-- Called by radius.accept.
create or replace function radius.begin_voucher(
  n radius.place, p radius.party, calling text, called text, nas_id text, at timestamptz
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  v vouchers;
  r registrations;
begin
  update vouchers x set first_used_at = at, revision = x.revision + 1, updated_at = at
    where x.organization_id = n.organization_id and x.id = p.subject_id returning * into v;
  -- Shown at a captive portal, which wrote down who it is: what is new is until when.
  select * into r from registrations x
    where x.organization_id = n.organization_id and x.username_key = radius.fold(v.code)
      and (x.mac is null or x.mac is not distinct from radius.mac(calling))
      and x.ended_at is null and x.since_at > at - interval '1 hour'
    order by x.since_at desc limit 1;
  if r.id is not null then
    update registrations x set until_at = at + make_interval(secs => v.duration_seconds), updated_at = at,
      revision = x.revision + 1, mac = coalesce(x.mac, radius.mac(calling))
      where x.organization_id = n.organization_id and x.id = r.id;
    update guest_registrations g set valid_until = at + make_interval(secs => v.duration_seconds),
      mac = coalesce(g.mac, radius.mac(calling)), ssid = coalesce(g.ssid, n.ssid),
      access_point = coalesce(g.access_point, nullif(nas_id, ''), n.short_name)
      where g.organization_id = n.organization_id and g.created_at = r.since_at and g.id = r.id;
    return;
  end if;
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
