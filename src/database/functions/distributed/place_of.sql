-- As src/database/functions/radius/sign-in/place_of.sql says, in two steps: whose network it is, among the addresses
-- that every node has, then what stands there.
-- Called by radius.accept, radius.authorize, radius.reject, radius.write_packets.
create or replace function radius.place_of(client text, called text) returns radius.place
language plpgsql volatile as $$
declare
  place radius.place;
  own public.client_addresses;
  its_ssid text := radius.ssid(called);
begin
  place.reason := 'unknown_client';
  select * into own from public.client_addresses x
    where x.organization_id = nullif(split_part(client, '/', 1), '')::uuid
      and x.client_id = nullif(split_part(client, '/', 2), '')::uuid;
  if not found then return place; end if;
  -- Of several networks that share a source, the one with this SSID.
  select x.* into own from public.client_addresses x
    where x.address = own.address and coalesce(x.auth_port, 1812) = coalesce(own.auth_port, 1812)
    order by x.ssid is not distinct from its_ssid desc, x.ssid is null desc, x.client_id limit 1;
  perform from radius.reach_nodes(own.organization_id);
  select k.organization_id, k.network_id, k.id, k.short_name, k.vendor, o.time_zone,
      n.default_group_id, n.unknown_users = 'accept', its_ssid,
      case
        when exists (select from public.organizations a where a.id = any (o.path) and a.disabled)
          then 'organization_suspended'
        when n.ssid <> its_ssid then 'ssid_not_allowed' end,
      exists (select from public.policies x where x.organization_id = own.organization_id and x.enabled),
      exists (select from public.radius_attributes x where x.organization_id = own.organization_id)
    into place.organization_id, place.network_id, place.client_id, place.short_name, place.vendor, place.time_zone,
      place.default_group_id, place.accepts_unknown, place.ssid, place.reason,
      place.has_policies, place.has_attributes
    from public.network_clients k
    join public.networks n on n.organization_id = own.organization_id and n.id = k.network_id
    join public.organizations o on o.id = k.organization_id
    where k.organization_id = own.organization_id and k.id = own.client_id;
  return place;
end;
$$;
revoke all on function radius.place_of from public;
