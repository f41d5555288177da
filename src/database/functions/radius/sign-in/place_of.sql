-- The network that a packet came through. If several share a source, the SSID decides; most do not. Three look-ups by
-- key cost less than a join of three tables.
-- Called by radius.accept, radius.account, radius.authorize, radius.reject.
create or replace function radius.place_of(client text, called text) returns radius.place
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  place radius.place;
  own network_clients;
  its_network networks;
  its_zone text;
  its_path uuid[];
  is_off boolean;
begin
  select * into own from network_clients k
    where k.organization_id = nullif(split_part(client, '/', 1), '')::uuid
      and k.id = nullif(split_part(client, '/', 2), '')::uuid;
  if not found then place.reason := 'unknown_client'; return place; end if;
  if exists (select from network_clients k where k.address = own.address and k.id <> own.id) then
    return radius.shared_place_of(client, called);
  end if;
  select * into its_network from networks n where n.organization_id = own.organization_id and n.id = own.network_id;
  select o.time_zone, o.path, o.disabled into its_zone, its_path, is_off
    from organizations o where o.id = own.organization_id;
  if not is_off and cardinality(its_path) > 1 then
    is_off := exists (select from organizations a where a.id = any (its_path) and a.disabled);
  end if;
  return (own.organization_id, own.network_id, own.id, own.short_name, own.vendor, its_zone,
    its_network.default_group_id, its_network.unknown_users = 'accept', radius.ssid(called),
    case
      when is_off then 'organization_suspended'
      when its_network.ssid <> radius.ssid(called) then 'ssid_not_allowed' end)::radius.place;
end;
$$;
revoke all on function radius.place_of from public;
