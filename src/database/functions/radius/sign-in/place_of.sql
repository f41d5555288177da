-- The network that a packet came through, in one statement, with what of its organization a login depends on. If
-- several networks share a source, the SSID decides; most do not. The network is looked up by lateral: in a plain join
-- the planner would search all networks of the organization. Runs with the caller's rights: a function that changes
-- role and search path costs as much as a small statement.
-- Called by radius.accept, radius.authorize, radius.reject, radius.write_packets.
create or replace function radius.place_of(client text, called text) returns radius.place
language plpgsql stable as $$
declare
  place radius.place;
  is_shared boolean;
begin
  select k.organization_id, k.network_id, k.id, k.short_name, k.vendor, o.time_zone,
      n.default_group_id, n.unknown_users = 'accept', s.ssid,
      case
        when o.disabled or cardinality(o.path) > 1
          and exists (select from public.organizations a where a.id = any (o.path) and a.disabled)
          then 'organization_suspended'
        when n.ssid <> s.ssid then 'ssid_not_allowed' end,
      exists (select from public.policies x where x.organization_id = k.organization_id and x.enabled),
      exists (select from public.radius_attributes x where x.organization_id = k.organization_id),
      exists (select from public.network_clients x where x.address = k.address and x.id <> k.id)
    into place.organization_id, place.network_id, place.client_id, place.short_name, place.vendor, place.time_zone,
      place.default_group_id, place.accepts_unknown, place.ssid, place.reason,
      place.has_policies, place.has_attributes, is_shared
    from public.network_clients k
    cross join lateral (
      select x.default_group_id, x.unknown_users, x.ssid from public.networks x
      where x.organization_id = k.organization_id and x.id = k.network_id offset 0) n
    join public.organizations o on o.id = k.organization_id
    cross join lateral (select radius.ssid(called) as ssid offset 0) s
    where k.organization_id = nullif(split_part(client, '/', 1), '')::uuid
      and k.id = nullif(split_part(client, '/', 2), '')::uuid;
  if not found then place.reason := 'unknown_client'; return place; end if;
  if is_shared then return radius.shared_place_of(client, called); end if;
  return place;
end;
$$;
revoke all on function radius.place_of from public;
