-- Alert contacts, and the messages sent to them.

-- url as in webhooks.
create table alert_contacts (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  email text,
  phone text,
  url text,
  events text[] not null,
  disabled boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret_sealed text,
  url_sealed text,
  primary key (organization_id, id)
);
create unique index alert_contacts_name on alert_contacts (organization_id, lower(name));

-- A state that needs a person, from its beginning to its end. dispatched_at: recipients were chosen; notified_at: it is
-- in a message; in_digest: it is left to the digest. notified_contact_ids: contacts who know of the state, until they
-- are told that it ended; end_dispatched_at: recipients of the end were chosen.
create table alerts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  event text not null,
  subject_id uuid not null,
  subject_name text not null,
  state text not null,
  detail text not null,
  facts jsonb not null default '{}',
  raised_at timestamptz not null,
  ends_at timestamptz,
  resolved_at timestamptz,
  dispatched_at timestamptz,
  notified_at timestamptz,
  in_digest boolean not null default false,
  notified_contact_ids uuid[] not null default '{}',
  end_dispatched_at timestamptz,
  end_notified_at timestamptz,
  primary key (organization_id, id)
);
create unique index alerts_open on alerts (organization_id, event, subject_id) where resolved_at is null;
create index alerts_waiting on alerts (organization_id, raised_at) where dispatched_at is null;
create index alerts_notified on alerts (organization_id, event, subject_id, notified_at) where notified_at is not null;
create index alerts_ending on alerts (ends_at) where resolved_at is null and ends_at is not null;
create index alerts_list on alerts (organization_id, raised_at, id);
create index alerts_resolved on alerts (resolved_at) where resolved_at is not null;
create index alerts_end_waiting on alerts (organization_id, resolved_at)
  where resolved_at is not null and end_dispatched_at is null and notified_contact_ids <> '{}';

create table alert_messages (
  organization_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  way text not null,
  kind text not null,
  content jsonb not null,
  status text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  lease_owner text,
  lease_until_at timestamptz,
  attempted_at timestamptz,
  error text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint alert_messages_contact
    foreign key (organization_id, contact_id) references alert_contacts (organization_id, id) on delete cascade
);
create index alert_messages_due on alert_messages (way, due_at) where status = 'pending';
create index alert_messages_list on alert_messages (organization_id, contact_id, created_at, id);
create index alert_messages_age on alert_messages using brin (created_at);
create index alert_messages_queue on alert_messages (organization_id, way, due_at) where status = 'pending';
create index alert_messages_leased on alert_messages (lease_until_at) where lease_until_at is not null;

-- A lock on this row lets one process at a time send an organization's alerts.
create table alert_rounds (
  organization_id uuid not null references organizations (id) on delete cascade,
  notified_at timestamptz,
  digest_since_at timestamptz not null,
  digest_at timestamptz,
  primary key (organization_id)
);
create index alert_rounds_digest on alert_rounds (digest_at) where digest_at is not null;
