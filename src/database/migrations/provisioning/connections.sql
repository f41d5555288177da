-- The engine's records. Their states: docs/states.md; the algorithm: docs/provisioning.md.

-- drift null: every difference is only reported. silent_since_at: since when an expected sender has been silent, set
-- once contacts were told. installation: the vendor's site, for vendors that send all messages of an app to one
-- address.
create table connections (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  connector text not null,
  settings jsonb not null,
  secrets_sealed text,
  target jsonb not null,
  target_secret_sealed text,
  target_key text not null,
  schedule jsonb not null,
  access jsonb not null,
  safety jsonb not null,
  enabled boolean not null,
  status text not null,
  pause text,
  closing text,
  quarantine jsonb,
  link jsonb,
  cursor jsonb,
  next_full_at timestamptz,
  next_incremental_at timestamptz,
  last_full_scan_at timestamptz,
  last_problem jsonb,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  drift jsonb,
  next_drift_at timestamptz,
  silent_since_at timestamptz,
  test_due_at timestamptz,
  last_test jsonb,
  deliveries_waiting_since_at timestamptz,
  list_owed_at timestamptz,
  installation text,
  primary key (organization_id, id)
);
create index connections_list on connections (organization_id, created_at, id);
-- The address that vendors post to holds only the connection's id.
create index connections_by_id on connections (id);
create index connections_test_due on connections (test_due_at) where test_due_at is not null;
create index connections_by_installation on connections (connector, installation) where installation is not null;

-- How its link fared: a row for each change, from then until the next one. Written by a trigger, record_link_state.
create table connection_states (
  organization_id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  state text not null,
  reason text,
  primary key (organization_id, connection_id, at),
  constraint connection_states_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);

-- A caller sends only a token: its hash is looked up over all organizations.
create table connection_tokens (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  token_hash bytea not null,
  prefix text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint connection_tokens_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index connection_tokens_hash on connection_tokens (token_hash);
create index connection_tokens_of_connection on connection_tokens (organization_id, connection_id);

-- fields: the personal fields of facts that are kept, by their API names; null: all.
create table connection_privacy (
  organization_id uuid not null,
  id uuid not null,
  fields text[],
  payload_days int,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint connection_privacy_connection
    foreign key (organization_id, id) references connections (organization_id, id) on delete cascade
);

-- One row for each remote base address and key, shared by every process and connection that uses it.
create table remote_budgets (
  organization_id uuid not null,
  budget text not null,
  per_minute int not null,
  server_limit int,
  spent jsonb not null default '[]',
  waiting jsonb not null default '{}',
  foreign_requests int not null default 0,
  foreign_until_at timestamptz,
  blocked_until_at timestamptz,
  primary key (organization_id, budget)
);
