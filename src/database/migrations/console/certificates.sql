-- Authorities of an organization, what they issued, and profiles for devices that will join the network.

-- crl is made on request and cached until outdated; a revocation only marks it outdated. One authority issues; its
-- predecessor stays trusted until it is retired.
create table certificate_authorities (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  key_kind text not null,
  subject text not null,
  certificate text not null,
  private_key_sealed text not null,
  server_name text not null,
  crl bytea,
  crl_number bigint not null default 0,
  crl_outdated boolean not null default true,
  crl_updated_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  announce_at timestamptz,
  superseded_at timestamptz,
  retired_at timestamptz,
  revision int not null default 1,
  primary key (organization_id, id)
);
create index certificate_authorities_announce on certificate_authorities (announce_at) where announce_at is not null;
create unique index certificate_authorities_issuing on certificate_authorities (organization_id)
  where superseded_at is null;

-- user_id and device_id say whose the certificate is or was: no foreign keys, since the record outlives both.
create table certificates (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  authority_id uuid not null,
  serial text not null,
  purpose text not null,
  common_name text not null,
  subject text not null,
  dns_names text[] not null default '{}',
  user_id uuid,
  device_id uuid,
  certificate text not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revocation_reason text,
  announce_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint certificates_authority
    foreign key (organization_id, authority_id)
    references certificate_authorities (organization_id, id) on delete cascade
);
create unique index certificates_serial on certificates (organization_id, serial);
create index certificates_list on certificates (organization_id, created_at, id);
create index certificates_by_user on certificates (organization_id, user_id) where user_id is not null;
create index certificates_by_device on certificates (organization_id, device_id) where device_id is not null;
create index certificates_revoked on certificates (organization_id, authority_id, expires_at)
  where revoked_at is not null;
create index certificates_announce on certificates (announce_at) where announce_at is not null;

create table profiles (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  ssid text not null,
  eap_type text not null,
  platform text not null,
  inner_method text,
  server_names text[] not null,
  anonymous_identity text,
  hidden boolean not null default false,
  domain text,
  user_id uuid,
  certificate_id uuid,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index profiles_list on profiles (organization_id, created_at, id);
