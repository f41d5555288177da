-- Of several networks that share a source, the one with this SSID; its organization's records count.
-- Called by radius.place_of.
create or replace function radius.shared_place_of(client text, called text) returns radius.place
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  place radius.place;
  its_ssid text := radius.ssid(called);
begin
  select k.organization_id, k.network_id, k.id, k.short_name, k.vendor, o.time_zone, n.default_group_id,
    n.unknown_users = 'accept', its_ssid,
    case
      when exists (select from organizations a where a.id = any (o.path) and a.disabled) then 'organization_suspended'
      when n.ssid <> its_ssid then 'ssid_not_allowed' end,
    exists (select from policies x where x.organization_id = k.organization_id and x.enabled),
    exists (select from radius_attributes x where x.organization_id = k.organization_id)
    into place
    from network_clients own
    join networks own_n on own_n.organization_id = own.organization_id and own_n.id = own.network_id
    left join radius_servers own_s
      on own_s.organization_id = own_n.organization_id and own_s.id = own_n.radius_server_id
    join network_clients k on k.address = own.address
    join networks n on n.organization_id = k.organization_id and n.id = k.network_id
    join organizations o on o.id = k.organization_id
    left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
    where own.organization_id = nullif(split_part(client, '/', 1), '')::uuid
      and own.id = nullif(split_part(client, '/', 2), '')::uuid
      and coalesce(s.auth_port, 1812) = coalesce(own_s.auth_port, 1812)
    order by n.ssid is not distinct from its_ssid desc, n.ssid is null desc, k.id limit 1;
  if not found then place.reason := 'unknown_client'; end if;
  return place;
end;
$$;
revoke all on function radius.shared_place_of from public;
