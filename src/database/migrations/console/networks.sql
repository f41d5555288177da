-- The networks, and where identities come from.

-- secret_sealed here and in network_clients: 16 bytes of IV, then AES-256-CBC, which pgcrypto's decrypt_iv opens.
create table radius_servers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  region text,
  address text,
  auth_port int not null,
  acct_port int not null,
  coa_port int not null,
  radsec boolean not null default false,
  secret_sealed bytea not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index radius_servers_name on radius_servers (organization_id, lower(name));

create table networks (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  ssid text,
  radius_server_id uuid,
  default_group_id uuid,
  unknown_users text not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint networks_radius_server
    foreign key (organization_id, radius_server_id) references radius_servers (organization_id, id),
  constraint networks_default_group
    foreign key (organization_id, default_group_id) references user_groups (organization_id, id)
);
create unique index networks_name on networks (organization_id, lower(name));

create table network_clients (
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
  constraint network_clients_network
    foreign key (organization_id, network_id) references networks (organization_id, id) on delete cascade
);
create index network_clients_by_network on network_clients (organization_id, network_id);
-- A packet shows its source but not its organization, hence the index without organization_id in front.
create index network_clients_by_address on network_clients using gist (address inet_ops);

-- Packets that nobody could answer. kind: unknown_address or wrong_secret; client_id: whose secret is another. times:
-- once in ten seconds at most.
create table radius_contacts (
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  address text not null,
  client_id uuid,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times bigint not null default 1,
  primary key (organization_id, kind, address)
);
create index radius_contacts_age on radius_contacts (last_at);

-- network_id is the one link between a portal and a network.
create table captive_portals (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  slug text not null,
  network_id uuid,
  methods text[] not null,
  group_id uuid,
  duration_seconds int,
  room_rules jsonb not null default '{}',
  remember_days int,
  fields jsonb not null default '[]',
  confirmation jsonb not null default '{}',
  marketing jsonb,
  approval jsonb not null default '{}',
  tiers jsonb not null default '[]',
  theme jsonb not null default '{}',
  languages text[] not null default '{}',
  texts jsonb not null default '{}',
  terms jsonb,
  privacy_url text,
  support text,
  logo text,
  background text,
  success_url text,
  vendor text not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint captive_portals_network
    foreign key (organization_id, network_id) references networks (organization_id, id),
  constraint captive_portals_group
    foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create unique index captive_portals_network_once on captive_portals (organization_id, network_id)
  where network_id is not null;

-- Whose the address of a portal is. A browser names a slug and no organization, so these rows are Usher's own: one for
-- each slug, whichever tenant has it.
create table portal_addresses (
  organization_id uuid not null,
  slug text not null,
  owner_id uuid not null,
  portal_id uuid not null,
  constraint portal_addresses_slug primary key (organization_id, slug)
);

-- Logo and background of a portal, as they were uploaded.
create table portal_pictures (
  organization_id uuid not null references organizations (id),
  portal_id uuid not null,
  use text not null,
  hash text not null,
  media_type text not null,
  content bytea not null,
  primary key (organization_id, portal_id, use),
  constraint portal_pictures_portal
    foreign key (organization_id, portal_id) references captive_portals (organization_id, id) on delete cascade
);

create table gateways (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  network_id uuid not null,
  captive_portal_id uuid,
  vendor text not null,
  login_hosts text[] not null default '{}',
  controller jsonb,
  hand_over jsonb,
  secrets_sealed text,
  secrets_set text[] not null default '{}',
  last_arrival jsonb,
  last_arrival_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint gateways_network
    foreign key (organization_id, network_id) references networks (organization_id, id),
  constraint gateways_captive_portal
    foreign key (organization_id, captive_portal_id) references captive_portals (organization_id, id)
    on delete set null (captive_portal_id)
);
create unique index gateways_name on gateways (organization_id, lower(name));
create index gateways_by_network on gateways (organization_id, network_id);
create index gateways_by_portal on gateways (organization_id, captive_portal_id) where captive_portal_id is not null;

create table authentication_providers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  type text not null,
  settings jsonb not null default '{}',
  secrets_sealed text,
  secret_names text[] not null default '{}',
  use text not null default 'guests',
  groups jsonb not null default '[]',
  group_id uuid,
  disabled boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint authentication_providers_group
    foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create unique index authentication_providers_name on authentication_providers (organization_id, lower(name));

-- The groups that `groups` names: they cannot be deleted.
create table authentication_provider_groups (
  organization_id uuid not null,
  provider_id uuid not null,
  group_id uuid not null,
  primary key (organization_id, provider_id, group_id),
  constraint authentication_provider_groups_provider
    foreign key (organization_id, provider_id) references authentication_providers (organization_id, id)
    on delete cascade,
  constraint authentication_provider_groups_group
    foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create index authentication_provider_groups_by_group on authentication_provider_groups (organization_id, group_id);
