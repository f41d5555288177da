-- Who may use the Wi-Fi. revision, in every table that has it: the value of the ETag.

create table user_groups (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  name_key text not null,
  comment text,
  priority int not null default 0,
  policy jsonb not null default '{}',
  external_id text,
  source_connection_id uuid,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint user_groups_name unique (organization_id, name_key)
);
create index user_groups_list on user_groups (organization_id, created_at, id);

-- person_key: what a search looks at; null for users of a connection, whose records have one of their own.
-- nt_hash_sealed: 16 bytes of IV, then AES-256-CBC of the NT hash (PEAP/MSCHAPv2); password_ssha512: base64(digest +
-- salt) for PAP. Keys by which lists are searched from the beginning (username_key, code_key, mac) are in order of
-- bytes, whatever the database's own collation.
create table users (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  username text not null,
  username_key text collate "C" not null,
  group_id uuid,
  disabled boolean not null default false,
  nt_hash_sealed bytea,
  password_ssha512 text,
  first_name text,
  last_name text,
  email text,
  phone text,
  valid_from timestamptz,
  valid_until timestamptz,
  max_devices int,
  comment text,
  external_id text,
  source_connection_id uuid,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  person_key text collate "C"
    generated always as (
      case when source_connection_id is null then
        usher_person_key(coalesce(last_name, ''), first_name, username, null, email)
      end
    ) stored,
  primary key (organization_id, id),
  constraint users_external_id unique (organization_id, external_id),
  constraint users_username unique (organization_id, username_key),
  constraint users_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create index users_list on users (organization_id, created_at, id);
create index users_by_group on users (organization_id, group_id);
create index users_by_email on users (organization_id, email) where email is not null;
create index users_by_phone on users (organization_id, phone) where phone is not null;
create index users_by_last_name on users (organization_id, last_name);
create index users_by_source on users (organization_id, source_connection_id) where source_connection_id is not null;
create index users_people on users (organization_id, person_key, id) where person_key is not null;
create index users_disabled on users (organization_id, created_at, id) where disabled;

-- ends_at: when the voucher expires as things stand, kept by usher_voucher_end. Not a generated column, because TypeORM
-- wants a table of its own to note the expression of one.
create table vouchers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  group_id uuid not null,
  duration_seconds int,
  valid_until timestamptz,
  max_devices int,
  comment text,
  batch_id uuid not null,
  first_used_at timestamptz,
  revoked_at timestamptz,
  external_id text,
  source_connection_id uuid,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ends_at timestamptz not null default 'infinity',
  primary key (organization_id, id),
  constraint vouchers_code unique (organization_id, code_key),
  constraint vouchers_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create index vouchers_list on vouchers (organization_id, created_at, id);
create index vouchers_batches on vouchers (organization_id, created_at, id) where id = batch_id;
create index vouchers_by_group on vouchers (organization_id, group_id);
create index vouchers_by_external_id on vouchers (organization_id, external_id) where external_id is not null;
create index vouchers_by_batch on vouchers (organization_id, batch_id);
create index vouchers_by_end on vouchers (organization_id, ends_at, first_used_at) where revoked_at is null;
create index vouchers_used on vouchers (organization_id, ends_at)
  where revoked_at is null and first_used_at is not null;
create index vouchers_revoked on vouchers (organization_id, created_at, id) where revoked_at is not null;

-- mac: 12 lower-case hexadecimal digits. A device is deleted with its user, or it would keep the access of someone who
-- left.
create table devices (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  mac text collate "C" not null,
  name text,
  type text,
  os text,
  user_id uuid,
  group_id uuid,
  disabled boolean not null default false,
  valid_until timestamptz,
  external_id text,
  source_connection_id uuid,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint devices_external_id unique (organization_id, external_id),
  constraint devices_mac unique (organization_id, mac),
  constraint devices_user
    foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  constraint devices_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
);
create index devices_list on devices (organization_id, created_at, id);
create index devices_by_user on devices (organization_id, user_id) where user_id is not null;
create index devices_by_group on devices (organization_id, group_id) where group_id is not null;
create index devices_by_name on devices (organization_id, name);

create table radius_attributes (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  table_name text not null,
  user_id uuid,
  group_id uuid,
  attribute text not null,
  op text not null,
  value_sealed text,
  value text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint radius_attributes_user
    foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  constraint radius_attributes_group
    foreign key (organization_id, group_id) references user_groups (organization_id, id) on delete cascade
);
create index radius_attributes_by_user on radius_attributes (organization_id, user_id);
create index radius_attributes_by_group on radius_attributes (organization_id, group_id);
