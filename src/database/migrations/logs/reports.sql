-- Reports.

-- position: time and key of the last row written, so that the next worker continues from there.
create table report_tasks (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  report_id text not null,
  status text not null,
  parameters jsonb not null,
  format text not null,
  earliest_at timestamptz not null,
  latest_at timestamptz not null,
  rows int not null default 0,
  chunks int not null default 0,
  position jsonb,
  attempts int not null default 0,
  cancel_requested boolean not null default false,
  lease_owner text,
  lease_until_at timestamptz,
  problem jsonb,
  requested_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id)
);
create index report_tasks_unfinished on report_tasks (created_at) where status in ('queued', 'running');
create index report_tasks_list on report_tasks (organization_id, created_at, id);
create index report_tasks_expiry on report_tasks (expires_at) where status = 'completed';
create index report_tasks_age on report_tasks using brin (created_at);
create index report_tasks_queue on report_tasks (organization_id, created_at) where status in ('queued', 'running');
create index report_tasks_leased on report_tasks (lease_until_at) where lease_until_at is not null;

-- content: an array of rows, each an array of values, as JSON text.
create table report_file_chunks (
  organization_id uuid not null,
  task_id uuid not null,
  chunk int not null,
  rows int not null,
  content text not null,
  primary key (organization_id, task_id, chunk),
  constraint report_file_chunks_task
    foreign key (organization_id, task_id) references report_tasks (organization_id, id) on delete cascade
);

-- Reports that go out by mail. next_at: null while disabled. problem: why the latest mail did not arrive.
create table report_schedules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  report_id text not null,
  parameters jsonb not null default '{}',
  every text not null,
  weekday int not null default 1,
  month_day int not null default 1,
  hour int not null default 7,
  time_zone text not null,
  recipients text[] not null,
  format text not null default 'csv',
  disabled boolean not null default false,
  next_at timestamptz,
  last_sent_at timestamptz,
  problem text,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index report_schedules_list on report_schedules (organization_id, name, id);
create index report_schedules_due on report_schedules (next_at) where next_at is not null;

-- One report on its way to one person: the unique index lets nobody have one twice.
create table report_mails (
  organization_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  scheduled_at timestamptz not null,
  recipient text not null,
  earliest_at timestamptz not null,
  latest_at timestamptz not null,
  status text not null default 'pending',
  attempts int not null default 0,
  due_at timestamptz not null,
  lease_owner text,
  lease_until_at timestamptz,
  error text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint report_mails_schedule
    foreign key (organization_id, schedule_id) references report_schedules (organization_id, id) on delete cascade
);
create unique index report_mails_once on report_mails (organization_id, schedule_id, scheduled_at, recipient);
create index report_mails_due on report_mails (due_at) where status = 'pending';
create index report_mails_queue on report_mails (organization_id, due_at) where status = 'pending';
create index report_mails_leased on report_mails (lease_until_at) where lease_until_at is not null;
create index report_mails_age on report_mails using brin (created_at);
