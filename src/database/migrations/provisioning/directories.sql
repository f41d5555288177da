-- Users and groups that a directory writes by SCIM.

create table scim_users (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  name_key text not null,
  external_id text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  active boolean not null,
  document jsonb not null,
  primary key (organization_id, id),
  constraint scim_users_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create unique index scim_users_name on scim_users (organization_id, connection_id, name_key);
create unique index scim_users_external_id on scim_users (organization_id, connection_id, external_id)
  where external_id is not null;
create index scim_users_list on scim_users (organization_id, connection_id, created_at, id);

-- For matching by address: behind row-level security an index over the document could not be used.
create table scim_emails (
  organization_id uuid not null,
  user_id uuid not null,
  value_key text not null,
  connection_id uuid not null,
  primary key (organization_id, user_id, value_key),
  constraint scim_emails_user
    foreign key (organization_id, user_id) references scim_users (organization_id, id) on delete cascade
);
create index scim_emails_value on scim_emails (organization_id, connection_id, value_key);

create table scim_groups (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  name_key text not null,
  external_id text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  display_name text not null,
  primary key (organization_id, id),
  constraint scim_groups_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create unique index scim_groups_name on scim_groups (organization_id, connection_id, name_key);
create unique index scim_groups_external_id on scim_groups (organization_id, connection_id, external_id)
  where external_id is not null;
create index scim_groups_list on scim_groups (organization_id, connection_id, created_at, id);

create table scim_members (
  organization_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, group_id, user_id),
  constraint scim_members_group
    foreign key (organization_id, group_id) references scim_groups (organization_id, id) on delete cascade,
  constraint scim_members_user
    foreign key (organization_id, user_id) references scim_users (organization_id, id) on delete cascade
);
create index scim_members_of_user on scim_members (organization_id, user_id);
