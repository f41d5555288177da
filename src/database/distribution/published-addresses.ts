/**
 * What every node knows of RADIUS clients, before it is known whose a packet is, where tables are distributed: written
 * anew from the clients, networks and RADIUS servers of one organization, or of all. A trigger of a shard cannot write
 * to other nodes.
 */
export function publishAddresses(organization?: string): string {
  return `
  insert into client_addresses as a (organization_id, client_id, address, ssid, auth_port, acct_port)
  select k.organization_id, k.id, k.address, n.ssid, s.auth_port, s.acct_port
  from network_clients k
  join networks n on n.organization_id = k.organization_id and n.id = k.network_id
  left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
  ${organization ? `where k.organization_id = ${organization} and n.organization_id = ${organization}` : ''}
  on conflict (organization_id, client_id) do update set address = excluded.address, ssid = excluded.ssid,
    auth_port = excluded.auth_port, acct_port = excluded.acct_port`;
}
