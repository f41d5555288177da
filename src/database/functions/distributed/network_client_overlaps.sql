-- As src/database/functions/console/network_client_overlaps.sql says, in one question that Citus can put to all shards.
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
    with own as materialized (
      select c.organization_id, c.id, c.address, n.ssid, c.secret_sealed, coalesce(s.auth_port, 1812) as port
      from network_clients c
      join networks n on n.organization_id = c.organization_id and n.id = c.network_id
      left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
      where c.organization_id = of_organization and c.network_id = any (of_networks))
    select own.address, own.ssid, own.secret_sealed, oc.organization_id, oc.network_id, o.name, oc.address, o.ssid,
      oc.secret_sealed
    from network_clients oc
    join networks o on o.organization_id = oc.organization_id and o.id = oc.network_id
    left join radius_servers os on os.organization_id = o.organization_id and os.id = o.radius_server_id
    join own on (oc.address >>= own.address or oc.address << own.address)
      and (oc.organization_id <> own.organization_id or oc.id <> own.id)
      and coalesce(os.auth_port, 1812) = own.port
    order by 1, 4, oc.id limit 1000;
  execute format('set local usher.organization_id = %L', coalesce(scope, ''));
end;
$$;
revoke all on function network_client_overlaps from public;
grant execute on function network_client_overlaps to usher_tenant;
