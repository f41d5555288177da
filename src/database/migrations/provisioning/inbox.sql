-- What connections received.

-- seq is the order of receipt in one connection; dedupe_key is null when the sender has no event ids. Records that
-- arrive without an event (polls, lists) draw numbers from the same sequence.
create table inbox_events (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  seq bigint generated always as identity,
  kind text not null,
  dedupe_key text,
  payload_sealed text,
  byte_length int not null,
  digest text not null,
  status text not null default 'received',
  problem jsonb,
  attempts int not null default 0,
  not_before_at timestamptz,
  received_at timestamptz not null,
  absorbed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create unique index inbox_events_once on inbox_events (organization_id, connection_id, dedupe_key)
  where dedupe_key is not null;
create index inbox_events_list on inbox_events (organization_id, connection_id, seq);
create index inbox_events_waiting on inbox_events (organization_id, connection_id, seq) where status = 'received';
create index inbox_events_retention on inbox_events (received_at) where payload_sealed is not null;
create index inbox_events_old on inbox_events using brin (received_at);
grant usage on sequence inbox_events_seq_seq to usher_tenant;

-- Messages whose senders wait for the outcome.
create table awaited_answers (
  organization_id uuid not null,
  event_id uuid not null,
  connection_id uuid not null,
  source_key text,
  is_understood boolean not null,
  due_at timestamptz not null,
  looks int not null default 0,
  created_at timestamptz not null,
  primary key (organization_id, event_id),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index awaited_answers_due on awaited_answers (due_at);

-- Delivered files: their bytes, and what was found in them.
create table delivered_files (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  seq bigint generated always as identity,
  name text not null,
  origin text not null,
  modified_at timestamptz,
  declared jsonb not null,
  revision int not null,
  digest text,
  byte_length int not null default 0,
  status text not null default 'received',
  scope text,
  examination jsonb,
  fingerprints_sealed text,
  has_content boolean not null default true,
  decided_by text,
  decided_at timestamptz,
  received_at timestamptz not null,
  primary key (organization_id, id),
  constraint delivered_files_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index delivered_files_list on delivered_files (organization_id, connection_id, seq);
create index delivered_files_digest on delivered_files (organization_id, connection_id, digest);
create index delivered_files_retention on delivered_files (received_at) where has_content;

create table delivered_file_parts (
  organization_id uuid not null,
  file_id uuid not null,
  position int not null,
  content_sealed text not null,
  primary key (organization_id, file_id, position),
  constraint delivered_file_parts_file
    foreign key (organization_id, file_id) references delivered_files (organization_id, id) on delete cascade
);
-- Sealed bytes do not compress: trying costs more than the rest of the write.
alter table delivered_file_parts alter column content_sealed set storage external;
