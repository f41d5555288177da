-- Logs by month. The writer passes the instant at which it happened.

-- RADIUS writes every decided login; all text, because an access point may send anything. username_key, in all three
-- logs: under row-level security lower() cannot use an index, because it is not leakproof; usher_username_key keeps the
-- column.
create table authentication_log (
  organization_id uuid not null,
  at timestamptz not null,
  id uuid not null,
  outcome text not null check (outcome in ('accepted', 'rejected')),
  username text,
  username_key text,
  kind text,
  user_id uuid,
  auth_method text,
  reason text,
  reason_detail text,
  mac text,
  device_type text,
  device_os text,
  ssid text,
  access_point text,
  access_point_mac text,
  nas_address text,
  network_id uuid,
  network_client_id uuid,
  policy_id uuid,
  vlan text,
  session_class text,
  primary key (organization_id, at, id)
) partition by range (at);
create index authentication_log_by_user on authentication_log (organization_id, username_key, at);
create index authentication_log_by_mac on authentication_log (organization_id, mac, at);
create index authentication_log_rejected on authentication_log (organization_id, at, id) where outcome = 'rejected';

-- unique_id names the session at the access point; a reused id begins a new row. session_class: our Class from the
-- sign-in. seen: what access points said about the device. previous_*: what the report before the latest one said.
create table accounting_sessions (
  organization_id uuid not null,
  started_at timestamptz not null,
  id uuid not null,
  unique_id text not null,
  session_id text,
  session_class text,
  username text,
  username_key text,
  kind text,
  user_id uuid,
  mac text,
  ip_address text,
  ssid text,
  access_point text,
  access_point_mac text,
  nas_address text,
  nas_port text,
  network_id uuid,
  network_client_id uuid,
  updated_at timestamptz not null,
  stopped_at timestamptz,
  session_seconds bigint not null default 0,
  input_octets bigint not null default 0,
  output_octets bigint not null default 0,
  terminate_cause text,
  seen jsonb,
  previous_seconds bigint,
  previous_input_octets bigint,
  previous_output_octets bigint,
  primary key (organization_id, started_at, id)
) partition by range (started_at);
create index accounting_sessions_by_unique_id on accounting_sessions (organization_id, unique_id, started_at);
create index accounting_sessions_by_user on accounting_sessions (organization_id, username_key, started_at);
create index accounting_sessions_by_mac on accounting_sessions (organization_id, mac, started_at);
create index accounting_sessions_open on accounting_sessions (organization_id, username_key) where stopped_at is null;
create index accounting_sessions_open_list on accounting_sessions (organization_id, started_at, id)
  where stopped_at is null;
create index accounting_sessions_seen on accounting_sessions (organization_id, mac, started_at) where seen is not null;

create table guest_registrations (
  organization_id uuid not null,
  created_at timestamptz not null,
  id uuid not null,
  captive_portal_id uuid,
  method text,
  username text,
  username_key text,
  user_id uuid,
  full_name text,
  email text,
  phone text,
  company text,
  address text,
  mac text,
  ssid text,
  access_point text,
  valid_until timestamptz,
  tier text,
  price int,
  currency text,
  pay text,
  primary key (organization_id, created_at, id)
) partition by range (created_at);

-- One row per open session that will end some day or was asked to: due_at is when to check it next.
-- reply_digest: digest of what the session was given. request: what somebody asked for, disconnect or reauthenticate;
-- request_outcome: what the access point said to the latter.
-- due_again: something changed since it was claimed, which whoever looks at it may not have seen.
create table session_endings (
  organization_id uuid not null,
  session_id uuid not null,
  started_at timestamptz not null,
  due_at timestamptz not null,
  due_again boolean not null default false,
  moved boolean not null default false,
  state text not null default 'waiting',
  reason text,
  attempts int not null default 0,
  error_cause int,
  asked_at timestamptz,
  confirmed_at timestamptz,
  lease_until_at timestamptz,
  reply_digest text,
  change_outcome text,
  change_error_cause int,
  lease_owner text,
  request text,
  requested_at timestamptz,
  request_outcome text,
  primary key (organization_id, session_id)
);
create index session_endings_due on session_endings (due_at);
create index session_endings_asked on session_endings using brin (asked_at);
create index session_endings_queue on session_endings (organization_id, due_at) where due_at < 'infinity';
create index session_endings_leased on session_endings (lease_until_at) where lease_until_at is not null;

-- A device that a gateway's controller was asked to let in; the id is its session's. arrival: what the redirect said.
-- asked_at: the controller has accepted it; admitted_at: read back that it did. until_at: when it closes by itself.
-- asking_until_at: until then a process may be asking the controller. retired: the controller that knows the device,
-- and its sealed secrets, once the gateway was deleted or has another controller.
create table controller_sessions (
  organization_id uuid not null,
  session_id uuid not null,
  started_at timestamptz not null,
  gateway_id uuid not null,
  registration_id uuid not null,
  mac text collate "C" not null,
  arrival jsonb not null default '{}',
  until_at timestamptz not null,
  asked_at timestamptz,
  admitted_at timestamptz,
  asking_until_at timestamptz,
  retired jsonb,
  primary key (organization_id, session_id)
);
create index controller_sessions_by_registration on controller_sessions (organization_id, registration_id);
create index controller_sessions_by_device on controller_sessions (organization_id, mac);
