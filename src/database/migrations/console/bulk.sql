-- Many operations in one request.

create table bulk_jobs (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  resource text not null,
  status text not null,
  atomic boolean not null,
  dry_run boolean not null,
  total int not null,
  processed int not null default 0,
  summary jsonb not null default '{}',
  problem jsonb,
  requested_by text not null,
  cancel_requested boolean not null default false,
  lease_owner text,
  lease_until_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  chunk_size int not null default 1000,
  primary key (organization_id, id)
);
create index bulk_jobs_unfinished on bulk_jobs (created_at) where status in ('queued', 'running');
create index bulk_jobs_queue on bulk_jobs (organization_id, created_at) where status in ('queued', 'running');
create index bulk_jobs_leased on bulk_jobs (lease_until_at) where lease_until_at is not null;

-- Some hundred operations each; sealed because they may carry passwords; emptied once done.
create table bulk_chunks (
  organization_id uuid not null,
  job_id uuid not null,
  chunk int not null,
  operations_sealed text,
  results jsonb,
  primary key (organization_id, job_id, chunk),
  foreign key (organization_id, job_id) references bulk_jobs (organization_id, id) on delete cascade
);
