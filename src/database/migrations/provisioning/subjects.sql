-- What is known of people, what they should have, and what they have.

create table identities (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  target_key text not null,
  account_key text not null,
  kind text not null,
  connection_id uuid not null,
  want_rev bigint not null default 0,
  done_rev bigint not null default 0,
  priority smallint not null default 1,
  due_at timestamptz,
  lease_owner text,
  lease_until_at timestamptz,
  token bigint not null default 0,
  attempts int not null default 0,
  problem jsonb,
  cause jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint identities_account unique (organization_id, target_key, account_key)
);
create index identities_due on identities (organization_id, target_key, priority, due_at) where due_at is not null;
-- For the sweep, which looks every few seconds for organizations with due identities.
create index identities_due_sweep on identities (due_at, organization_id) where due_at is not null;
-- At rest although their console differs; those held by a pause are scanned when it ends.
create index identities_troubled on identities (organization_id, connection_id) where problem is not null;

-- sequence: order of receipt of what was applied last; ending: the facts that take effect at ends_at; ending_run_id:
-- what a list or poll says of somebody's end waits until all of it was read and judged; extension: access that a desk
-- gave beyond the facts; digest: of the outside
-- record, as it was said when the subject became what it is, null where a record alone cannot tell. Where a column
-- changes that an index or its condition looks at, PostgreSQL writes every index of the row anew: what indexes look
-- for in facts has columns of its own (room, gone_at, personal_at, person_key), which hardly change, and pages keep
-- some room, so that most changes write one page.
create table subjects (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  source_key text not null,
  parent_key text,
  guest_key text,
  kind text not null,
  facts jsonb not null,
  version text,
  sequence bigint not null default 0,
  state text not null,
  invalid jsonb,
  disputed jsonb,
  seen_run_id uuid,
  missing_scans int not null default 0,
  first_missing_at timestamptz,
  absence_ignored boolean not null default false,
  last_event_at timestamptz not null,
  ends_at timestamptz,
  ending jsonb,
  identity_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  digest text,
  room text generated always as (facts ->> 'room') stored,
  gone_at timestamptz generated always as (case when state = 'gone' then last_event_at end) stored,
  personal_at timestamptz
    generated always as (
      case when state = 'gone' and (facts - 'kind' - 'status') <> '{}' then last_event_at end
    ) stored,
  ending_run_id uuid,
  extension jsonb,
  person_key text collate "C"
    generated always as (
      usher_person_key(
        facts ->> 'lastName', facts ->> 'firstName', facts ->> 'displayName', facts ->> 'room', facts ->> 'email'
      )
    ) stored,
  primary key (organization_id, id),
  constraint subjects_source unique (organization_id, connection_id, source_key),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade,
  constraint subjects_identity foreign key (organization_id, identity_id) references identities (organization_id, id)
) with (fillfactor = 85);
create index subjects_by_parent on subjects (organization_id, connection_id, parent_key) where parent_key is not null;
create index subjects_by_guest on subjects (organization_id, connection_id, guest_key) where guest_key is not null;
create index subjects_ending on subjects (ends_at) where ends_at is not null;
create index subjects_by_identity on subjects (organization_id, identity_id);
create index subjects_list on subjects (organization_id, connection_id, created_at, id);
-- People reported as leavers, awaiting an operator's decision.
create index subjects_held_back on subjects (organization_id, connection_id)
  where ending is not null and ends_at is null;
create index subjects_by_room on subjects (organization_id, connection_id, room) where room is not null;
-- For lists of people: it holds all that a search looks at, so that only rows that are shown are read.
create index subjects_people on subjects (organization_id, person_key, id) where person_key is not null;
create index subjects_gone on subjects (gone_at) where gone_at is not null;
create index subjects_personal on subjects (personal_at) where personal_at is not null;
create index subjects_awaiting_run on subjects (organization_id, connection_id) where ending_run_id is not null;

-- secret_sealed: the wanted password; spec holds only its fingerprint.
create table entitlements (
  organization_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  subject_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  spec jsonb not null,
  secret_sealed text,
  valid_from_at timestamptz,
  valid_until_at timestamptz,
  revoked boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint entitlements_subject unique (organization_id, subject_id, kind),
  foreign key (organization_id, subject_id) references subjects (organization_id, id) on delete cascade,
  foreign key (organization_id, identity_id) references identities (organization_id, id)
);
create index entitlements_by_identity on entitlements (organization_id, identity_id);

create table bindings (
  organization_id uuid not null,
  id uuid not null,
  identity_id uuid,
  connection_id uuid,
  target_key text not null,
  kind text not null,
  remote_id text not null,
  name text not null,
  ownership text not null,
  state text not null,
  applied jsonb not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint bindings_remote unique (organization_id, target_key, kind, remote_id),
  foreign key (organization_id, identity_id) references identities (organization_id, id)
);
create index bindings_by_identity on bindings (organization_id, identity_id);
create index bindings_by_name on bindings (organization_id, target_key, kind, name);
create index bindings_removed on bindings (updated_at) where state = 'removed';

-- Calls to a remote console, committed before they are sent; the built-in console needs none.
create table operations (
  organization_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  connection_id uuid not null,
  target_key text not null,
  kind text not null,
  state text not null,
  request jsonb not null,
  token bigint not null,
  attempts int not null default 0,
  problem jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, identity_id) references identities (organization_id, id)
);
create index operations_unsettled on operations (organization_id, identity_id) where state in ('inflight', 'unknown');
create index operations_finished on operations (finished_at) where finished_at is not null;

-- Staff who leave in a storm wait for a decision.
create table recent_endings (
  organization_id uuid not null,
  connection_id uuid not null,
  subject_id uuid not null,
  at timestamptz not null,
  primary key (organization_id, connection_id, subject_id),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);

-- A long first list analyses these tables as they grow; before PostgreSQL 17 only their owner may do so.
do $$ begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on subjects, identities, entitlements, bindings to usher_tenant';
  end if;
end $$;
