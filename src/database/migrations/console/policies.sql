-- Rules of access.

create table policies (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  name_key text not null,
  description text,
  priority int not null,
  enabled boolean not null,
  match text not null,
  conditions jsonb not null,
  effect text not null,
  reply jsonb not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint policies_name unique (organization_id, name_key)
);

-- The groups that conditions name: they cannot be deleted.
create table policy_groups (
  organization_id uuid not null,
  policy_id uuid not null,
  group_id uuid not null,
  primary key (organization_id, policy_id, group_id),
  constraint policy_groups_policy
    foreign key (organization_id, policy_id) references policies (organization_id, id) on delete cascade,
  constraint policy_groups_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create index policy_groups_by_group on policy_groups (organization_id, group_id);
