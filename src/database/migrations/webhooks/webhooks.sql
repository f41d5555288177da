-- Outgoing webhooks: endpoints, events to deliver, and deliveries.

-- The row is also the endpoint's place in the queue: due_at is when something is to be sent next. url is the visible
-- part of the address, url_sealed all of it.
create table webhooks (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  type text not null,
  url text not null,
  events text[] not null,
  description text,
  tls_ca text,
  disabled boolean not null default false,
  disabled_reason text,
  secret_sealed text not null,
  old_secrets jsonb not null default '[]',
  failing_since_at timestamptz,
  failures_in_row int not null default 0,
  paused_until_at timestamptz,
  due_at timestamptz,
  lease_owner text,
  lease_until_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  url_sealed text,
  primary key (organization_id, id)
);
create index webhooks_due on webhooks (due_at) where due_at is not null and not disabled;
create index webhooks_queue on webhooks (organization_id, due_at) where due_at is not null and not disabled;
create index webhooks_leased on webhooks (lease_until_at) where lease_until_at is not null;

-- payload is text, not jsonb: every attempt must sign the same bytes. holds_facts: not the payload yet, but the facts
-- from which the dispatcher makes it.
create table outbox_events (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  event text not null,
  payload text not null,
  is_test boolean not null default false,
  created_at timestamptz not null,
  dispatched_at timestamptz,
  holds_facts boolean not null default false,
  primary key (organization_id, id)
);
create index outbox_events_waiting on outbox_events (organization_id, id) where dispatched_at is null;
create index outbox_events_age on outbox_events using brin (created_at);

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  is_test boolean not null default false,
  status text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  attempted_at timestamptz,
  response_status int,
  log jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint webhook_deliveries_once unique (organization_id, webhook_id, event_id),
  constraint webhook_deliveries_webhook
    foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, due_at, id)
  where status = 'pending';
create index webhook_deliveries_list on webhook_deliveries (organization_id, webhook_id, created_at, id);
create index webhook_deliveries_age on webhook_deliveries using brin (created_at);
