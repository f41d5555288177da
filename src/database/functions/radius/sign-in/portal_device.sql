-- A device without a record, at a network whose gateway knows guests by their device's address alone (Cisco's central
-- web authentication, Aruba's roles): the account by which it came in at the portal, for as long as its registration
-- lasts; else a guest who is let in no further than to the portal.
-- Called by radius.accept, radius.authorize.
create or replace function radius.portal_device(
  n radius.place, p radius.party, calling text, at timestamptz
) returns radius.party
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  own_mac text := radius.mac(calling);
  r registrations;
begin
  if p.kind is distinct from 'device' or p.subject_id is not null or p.hindrance is not null then return p; end if;
  if not exists (select from gateways g where g.organization_id = n.organization_id and g.network_id = n.network_id
    and g.mac_auth is not null) then
    return p;
  end if;
  select x.* into r from registrations x
    where x.organization_id = n.organization_id and x.mac = own_mac and x.ended_at is null
      and (x.until_at is null or x.until_at > at)
      and exists (select from gateways g where g.organization_id = n.organization_id and g.network_id = n.network_id
        and g.mac_auth is not null and x.captive_portal_id = coalesce(g.captive_portal_id,
          (select c.id from captive_portals c where c.organization_id = n.organization_id
            and c.network_id = n.network_id)))
    order by x.since_at desc limit 1;
  if r.id is not null then
    p := radius.party_of(n.organization_id, r.username, calling, '', at);
    if p.kind in ('user', 'voucher') then
      -- As if the page's ticket had been shown: by address alone a registered device would be asked for.
      p.ends_at := r.until_at;
      return p;
    end if;
    p := radius.party_of(n.organization_id, own_mac, calling, '', at);
  end if;
  p.kind := 'guest';
  p.auth := 'PAP';
  p.facts := p.facts || '{"authMethod": "PAP", "user": {"disabled": false}}';
  return p;
end;
$$;
revoke all on function radius.portal_device from public;
