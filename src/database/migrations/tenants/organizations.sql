create table organizations (
  id uuid not null,
  parent_id uuid references organizations (id),
  path uuid[] not null,
  name text not null,
  region text,
  time_zone text not null default 'UTC',
  retention jsonb not null default '{}',
  disabled boolean not null default false,
  runs_need_two boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id)
);
create index organizations_parent on organizations (parent_id, id);

-- Exact totals, kept by triggers (usher_count) in 64 slots each: lists answer total_items without counting.
create table resource_counts (
  organization_id uuid not null,
  resource text not null,
  slot smallint not null,
  total bigint not null,
  primary key (organization_id, resource, slot)
);
