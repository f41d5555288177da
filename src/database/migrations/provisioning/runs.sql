-- Lists and polls, and their results.

-- list_id: recognises a list that a run read from a file. behind: it waits behind a running one of its mode. pass_id:
-- marks the records listed; a list that starts over gets a new one.
create table runs (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  mode text not null,
  cause text not null,
  status text not null,
  dry_run boolean not null default false,
  cursor jsonb,
  pages int not null default 0,
  seen int not null default 0,
  changed int not null default 0,
  invalid int not null default 0,
  missing int not null default 0,
  held int not null default 0,
  plan_hash text,
  problem jsonb,
  requested_by text not null,
  decided_by text,
  decisions jsonb not null default '[]',
  lease_owner text,
  lease_until_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  collected_at timestamptz,
  expires_at timestamptz,
  finished_at timestamptz,
  list_id text,
  endings_held int not null default 0,
  endings_run_id uuid,
  behind boolean not null default false,
  pass_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index runs_list on runs (organization_id, connection_id, created_at, id);
create index runs_of_all on runs (organization_id, created_at, id);
create index runs_open on runs (status, created_at) where status in ('queued', 'running', 'held');
create unique index runs_one_at_a_time on runs (organization_id, connection_id, mode)
  where status in ('queued', 'running') and not behind;
create unique index runs_one_behind on runs (organization_id, connection_id, mode, dry_run) where behind;
create index runs_queue on runs (organization_id, created_at) where status in ('queued', 'running');
create index runs_leased on runs (lease_until_at) where lease_until_at is not null;

create table run_items (
  organization_id uuid not null,
  run_id uuid not null,
  position int not null,
  kind text not null,
  subject_id uuid,
  identity_id uuid,
  source_key text,
  account text,
  before jsonb,
  after jsonb,
  detail text,
  primary key (organization_id, run_id, position),
  foreign key (organization_id, run_id) references runs (organization_id, id) on delete cascade
);

-- Lists that repeat known records are noted by page: one row instead of a write per subject.
create table listed_pages (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  run_id uuid not null,
  sequence bigint not null,
  subject_ids uuid[] not null,
  primary key (organization_id, id),
  constraint listed_pages_run
    foreign key (organization_id, run_id) references runs (organization_id, id) on delete cascade
);
-- Ids do not compress: trying costs more than the rest of the write.
alter table listed_pages alter column subject_ids set storage external;
create index listed_pages_of_connection on listed_pages (organization_id, connection_id, sequence);
create index listed_pages_of_run on listed_pages (organization_id, run_id);

create table provision_log (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  connection_id uuid not null,
  subject_id uuid,
  identity_id uuid,
  run_id uuid,
  kind text not null,
  status text not null,
  cause text not null,
  actor text not null,
  account text,
  before jsonb,
  after jsonb,
  detail text,
  primary key (organization_id, id)
);
create index provision_log_list on provision_log (organization_id, at, id);
create index provision_log_by_connection on provision_log (organization_id, connection_id, at, id);
create index provision_log_by_subject on provision_log (organization_id, subject_id, at, id)
  where subject_id is not null;
create index provision_log_by_account on provision_log (organization_id, account, at, id) where account is not null;
create index provision_log_old on provision_log using brin (at);
