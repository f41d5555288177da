-- What a gateway that knows guests by their device's address is told with the accept: where an unknown device is led
-- to, or the role of either. The address carries a proof that RADIUS made it (src/portal/gateways/mac-auth).
-- Called by radius.accept.
create or replace function radius.portal_attributes(n radius.place, p radius.party, own_mac text)
returns setof radius.avp
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  g gateways;
  proof text;
begin
  select x.* into g from gateways x where x.organization_id = n.organization_id and x.network_id = n.network_id
    and x.mac_auth is not null order by x.created_at, x.id limit 1;
  if g.vendor = 'aruba-roles' then
    return next (50, null, 'Aruba-User-Role',
      g.mac_auth ->> case when p.kind = 'guest' then 'captive_role' else 'role' end, ':=')::radius.avp;
  elsif g.vendor = 'cisco-cwa' and p.kind = 'guest' then
    proof := encode(hmac(g.id || ' ' || own_mac, current_setting('usher.radius_proof_key', true), 'sha256'), 'hex');
    return next (50, null, 'Cisco-AVPair', 'url-redirect-acl=' || (g.mac_auth ->> 'redirect_acl'), '+=')::radius.avp;
    return next (51, null, 'Cisco-AVPair', 'url-redirect=' || (g.mac_auth ->> 'portal_url') || '/cisco-cwa?mac='
      || own_mac || '&proof=' || left(proof, 32), '+=')::radius.avp;
  end if;
end;
$$;
revoke all on function radius.portal_attributes from public;
