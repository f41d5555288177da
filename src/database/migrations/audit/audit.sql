-- Who changed what: docs/decisions/0005-audit-chain.md.

-- What happened, written in the same transaction. erased: the hash that the entry is chained with, and a seal that only
-- a master key can make, once what it said about a person is gone.
create table audit_entries (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  request_id text,
  action text not null,
  resource text not null,
  resource_id uuid,
  label text,
  before jsonb,
  after jsonb,
  erased text,
  primary key (organization_id, id)
);
create index audit_entries_by_time on audit_entries (organization_id, at, id);
create index audit_entries_by_resource on audit_entries (organization_id, resource_id, id)
  where resource_id is not null;
create index audit_entries_by_actor on audit_entries (organization_id, actor_id, id) where actor_id is not null;

-- Entries that are not in a block yet, one row per statement that wrote some.
create table audit_open (
  organization_id uuid not null,
  first_id uuid not null,
  entries int not null,
  primary key (organization_id, first_id)
);

-- The chain; hashes are the entries' SHA-256, concatenated.
create table audit_blocks (
  organization_id uuid not null,
  number bigint not null,
  first_entry bigint not null,
  entries int not null,
  first_ids uuid[] not null,
  hashes bytea not null,
  sealed_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  seal text not null,
  primary key (organization_id, number)
);

-- Where each chain ends and begins.
create table audit_heads (
  organization_id uuid not null,
  number bigint not null,
  entries bigint not null,
  hash bytea not null,
  dropped_number bigint not null default 0,
  dropped_entries bigint not null default 0,
  dropped_hash bytea not null,
  dropped_until_at timestamptz,
  seal text not null,
  primary key (organization_id)
);
