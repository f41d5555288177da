-- Charges to guests' rooms, on their way to the hotel system. Each is sent once at most.

-- number: what the hotel system is told, counted within the connection. amount: in the currency's minor units.
-- expires_at: until when it may be sent, and once it is, until when its answer is waited for.
-- settled_by: who looked up one that was unclear.
create table room_postings (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  number int not null,
  room text not null,
  reservation text,
  amount bigint not null,
  currency text not null,
  item text not null,
  status text not null,
  reason text,
  code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  settled_by text,
  primary key (organization_id, id),
  constraint room_postings_number unique (organization_id, connection_id, number),
  constraint room_postings_connection
    foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
create index room_postings_list on room_postings (organization_id, created_at, id);
-- The interface answers one charge at a time. Claims at the same moment do not see each other; this keeps them apart.
create unique index room_postings_one_sent on room_postings (organization_id, connection_id) where status = 'sent';
-- Read every second over all organizations; few are open at a time.
create index room_postings_open on room_postings (expires_at) where status in ('queued', 'sent');
