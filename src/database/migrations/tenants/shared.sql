-- What all processes share.

-- One row per name: the owner of a listener, a connection's inbox, a schedule. token rises at every change of owner
-- (fencing). released: its owner gave it back. An owner that ended without a release may have lost messages in flight.
create table leases (
  organization_id uuid not null,
  name text not null,
  owner text not null,
  token bigint not null default 1,
  until_at timestamptz not null,
  released boolean not null default false,
  primary key (organization_id, name)
);

create table rate_windows (
  organization_id uuid not null,
  budget text not null,
  window_started_at timestamptz not null,
  used int not null,
  primary key (organization_id, budget)
);

-- Written by the transaction that does the work: a row is an answer, never a request in progress.
create table idempotency_keys (
  organization_id uuid not null,
  api_key_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status int not null,
  response_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, api_key_id, idempotency_key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
