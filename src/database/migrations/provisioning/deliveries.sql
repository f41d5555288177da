-- Credentials on their way to people, and the settings for it.

-- content_sealed: username, password, codes; erased when no longer needed. outcome: also records that there is nothing
-- to deliver. waiting_since_at: no way to send it is set up.
create table credential_deliveries (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  subject_id uuid,
  identity_id uuid,
  event_id uuid,
  kind text,
  via text not null,
  position smallint not null,
  address_template text,
  address text,
  language text,
  credential text,
  content_sealed text,
  status text not null,
  repeats int not null default 0,
  attempts int not null default 0,
  is_uncertain boolean not null default false,
  due_at timestamptz not null,
  lease_owner text,
  lease_until_at timestamptz,
  attempted_at timestamptz,
  delivered_at timestamptz,
  error text,
  created_at timestamptz not null,
  outcome text not null default 'ready',
  reason text,
  waiting_since_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index credential_deliveries_due on credential_deliveries (via, due_at) where status = 'pending';
create index credential_deliveries_list on credential_deliveries (organization_id, created_at, id);
create index credential_deliveries_by_subject on credential_deliveries (organization_id, subject_id, created_at, id);
create index credential_deliveries_by_connection
  on credential_deliveries (organization_id, connection_id, created_at, id);
create index credential_deliveries_age on credential_deliveries using brin (created_at);
-- Read every second for organizations with held deliveries; few are held at a time.
create index credential_deliveries_leased on credential_deliveries (lease_until_at) where lease_until_at is not null;
create index credential_deliveries_waiting on credential_deliveries (via, due_at)
  where status = 'pending' and waiting_since_at is not null;
create index credential_deliveries_queue on credential_deliveries (organization_id, via, due_at)
  where status = 'pending';

-- id: of the connection, or of the organization for the default of all its connections.
create table delivery_settings (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  connection_id uuid,
  language text,
  network jsonb,
  sms jsonb,
  templates jsonb,
  secrets_sealed text,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint delivery_settings_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index delivery_settings_of_connection on delivery_settings (organization_id, connection_id);
