-- Access points of the given networks, each with one of any organization that has the same address and port. RADIUS
-- finds a client by source address and port before the tenant is known, so addresses are compared over all
-- organizations: the function widens the scope for one statement, and returns only clients that overlap those of the
-- given networks.
-- Called by src/console/networks/client-addresses.ts.
-- SQL, because the caller may not see other organizations: only this function does.
create or replace function network_client_overlaps(
  of_organization uuid, of_networks uuid[]
) returns table (
  address cidr, ssid text, secret_sealed bytea, other_organization_id uuid, other_network_id uuid, other_network text,
  other_address cidr, other_ssid text, other_secret_sealed bytea
)
language plpgsql volatile as $$
#variable_conflict use_column
declare scope text := current_setting('usher.organization_id', true);
begin
  set local usher.organization_id = '*';
  return query
    select c.address, n.ssid, c.secret_sealed, oc.organization_id, oc.network_id, o.name, oc.address, o.ssid,
      oc.secret_sealed
    from network_clients c
    join networks n on n.organization_id = c.organization_id and n.id = c.network_id
    left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
    -- Those around it, and those within it: each by the index of addresses (network_ranges_of says why).
    join lateral (
      select x.* from network_clients x where x.address = any (network_ranges_of(c.address))
      union all
      select x.* from network_clients x
      where x.address > c.address and x.address <= set_masklen(broadcast(c.address), -1)) oc
      on (oc.organization_id, oc.id) <> (c.organization_id, c.id)
    join networks o on o.organization_id = oc.organization_id and o.id = oc.network_id
    left join radius_servers os on os.organization_id = o.organization_id and os.id = o.radius_server_id
    where c.organization_id = of_organization and c.network_id = any (of_networks)
      and coalesce(os.auth_port, 1812) = coalesce(s.auth_port, 1812)
    order by c.address, oc.organization_id, oc.id limit 1000;
  execute format('set local usher.organization_id = %L', coalesce(scope, ''));
end;
$$;
revoke all on function network_client_overlaps from public;
grant execute on function network_client_overlaps to usher_tenant;
