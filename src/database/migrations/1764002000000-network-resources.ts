import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countedTable, tenantWall } from './tenant-table.js';

/** Common to every record a client may change: revision is what the ETag says. */
const life = `
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null`;

const tables = [
  // mac: 12 lower-case hexadecimal digits. A device goes with its user, or it would keep the access of someone who left.
  `create table devices (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     mac text not null,
     name text,
     type text,
     os text,
     user_id uuid,
     group_id uuid,
     disabled boolean not null default false,
     valid_until timestamptz,
     external_id text,
     source_connection_id uuid,${life},
     primary key (organization_id, id),
     constraint devices_mac unique (organization_id, mac),
     constraint devices_external_id unique (organization_id, external_id),
     constraint devices_user foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
     constraint devices_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
   )`,
  'create index devices_list on devices (organization_id, created_at, id)',
  'create index devices_by_user on devices (organization_id, user_id) where user_id is not null',
  'create index devices_by_group on devices (organization_id, group_id) where group_id is not null',
  // secret_sealed here and in network_clients: 16 bytes of IV, then AES-256-CBC, which pgcrypto's decrypt_iv opens.
  `create table radius_servers (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     region text,
     address text,
     auth_port int not null,
     acct_port int not null,
     coa_port int not null,
     radsec boolean not null default false,
     secret_sealed bytea not null,${life},
     primary key (organization_id, id)
   )`,
  'create unique index radius_servers_name on radius_servers (organization_id, lower(name))',
  `create table networks (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     ssid text,
     radius_server_id uuid,
     captive_portal_id uuid,
     default_group_id uuid,
     unknown_users text not null,${life},
     primary key (organization_id, id),
     constraint networks_radius_server foreign key (organization_id, radius_server_id) references radius_servers (organization_id, id),
     constraint networks_default_group foreign key (organization_id, default_group_id) references user_groups (organization_id, id)
   )`,
  'create unique index networks_name on networks (organization_id, lower(name))',
  `create table network_clients (
     organization_id uuid not null,
     id uuid not null,
     network_id uuid not null,
     position int not null,
     address cidr not null,
     short_name text not null,
     vendor text not null,
     secret_sealed bytea not null,
     coa_port int not null,
     require_message_authenticator boolean not null default true,
     primary key (organization_id, id),
     constraint network_clients_network foreign key (organization_id, network_id) references networks (organization_id, id) on delete cascade
   )`,
  'create index network_clients_by_network on network_clients (organization_id, network_id)',
  // A packet says where it comes from and not whose it is, hence without the organization in front.
  'create index network_clients_by_address on network_clients using gist (address inet_ops)',
  `create table captive_portals (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     slug text not null,
     network_id uuid,
     methods text[] not null,
     group_id uuid,
     duration_seconds int,
     theme jsonb not null default '{}',
     terms text,
     success_url text,
     vendor text not null,${life},
     primary key (organization_id, id),
     constraint captive_portals_slug unique (organization_id, slug),
     constraint captive_portals_network foreign key (organization_id, network_id) references networks (organization_id, id),
     constraint captive_portals_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
   )`,
  'create index captive_portals_by_network on captive_portals (organization_id, network_id) where network_id is not null',
  `alter table networks add constraint networks_captive_portal
     foreign key (organization_id, captive_portal_id) references captive_portals (organization_id, id)`,
  `create table authentication_providers (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     type text not null,
     settings jsonb not null default '{}',
     secrets_sealed text,
     secret_names text[] not null default '{}',
     group_id uuid,
     disabled boolean not null default false,${life},
     primary key (organization_id, id),
     constraint authentication_providers_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
   )`,
  'create unique index authentication_providers_name on authentication_providers (organization_id, lower(name))',
  `create table alert_contacts (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     email text,
     phone text,
     url text,
     events text[] not null,
     disabled boolean not null default false,${life},
     primary key (organization_id, id)
   )`,
  'create unique index alert_contacts_name on alert_contacts (organization_id, lower(name))',
];

/**
 * RADIUS finds a client by source address and port before anything is known of the tenant, so addresses must be compared over
 * all organizations. The function widens the scope for one statement; only clients that overlap the given networks' come out.
 */
const overlaps = `
  create function network_client_overlaps(of_organization uuid, of_networks uuid[]) returns table (
    address cidr, ssid text, secret_sealed bytea,
    other_organization_id uuid, other_network_id uuid, other_network text, other_address cidr, other_ssid text, other_secret_sealed bytea)
  language plpgsql volatile as $$
  #variable_conflict use_column
  declare scope text := current_setting('usher.organization_id', true);
  begin
    perform set_config('usher.organization_id', '*', true);
    return query
      select c.address, n.ssid, c.secret_sealed, oc.organization_id, oc.network_id, o.name, oc.address, o.ssid, oc.secret_sealed
      from network_clients c
      join networks n on n.organization_id = c.organization_id and n.id = c.network_id
      left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
      join network_clients oc on oc.address && c.address and (oc.organization_id, oc.id) <> (c.organization_id, c.id)
      join networks o on o.organization_id = oc.organization_id and o.id = oc.network_id
      left join radius_servers os on os.organization_id = o.organization_id and os.id = o.radius_server_id
      where c.organization_id = of_organization and c.network_id = any (of_networks) and coalesce(os.auth_port, 1812) = coalesce(s.auth_port, 1812)
      order by c.address, oc.organization_id, oc.id limit 1000;
    perform set_config('usher.organization_id', coalesce(scope, ''), true);
  end $$`;

const walled = [
  'devices',
  'radius_servers',
  'networks',
  'network_clients',
  'captive_portals',
  'authentication_providers',
  'alert_contacts',
];

/** Devices, and what describes the network: RADIUS servers, networks with their clients, portals, identity providers; whom to alert. */
export class NetworkResources1764002000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...tables, overlaps]) await runner.query(sql);
    for (const table of walled) for (const sql of tenantWall(table)) await runner.query(sql);
    for (const sql of countedTable('devices')) await runner.query(sql);
    await runner.query('revoke all on function network_client_overlaps(uuid, uuid[]) from public');
    await runner.query('grant execute on function network_client_overlaps(uuid, uuid[]) to usher_tenant');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function if exists network_client_overlaps(uuid, uuid[])');
    for (const table of [...walled].reverse()) await runner.query(`drop table if exists ${table} cascade`);
    await runner.query("delete from resource_counts where resource = 'devices'");
  }
}
