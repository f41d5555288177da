-- person: keyed hash of the value that identified the person; scope_sealed: what to erase, until it is erased.
create table erasures (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  person text not null,
  status text not null,
  subject_ids uuid[] not null,
  identity_ids uuid[] not null,
  scope_sealed text,
  counts jsonb not null default '{}',
  problem text,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (organization_id, id)
);
create index erasures_open on erasures (created_at) where status <> 'done';
create index erasures_list on erasures (organization_id, created_at, id);
