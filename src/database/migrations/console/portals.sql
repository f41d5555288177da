-- Who came in by a captive portal, by what, and who tried.

-- One guest on one device. tier, price (in minor units), currency, pay: what was paid for, and how. user_id,
-- voucher_id: what lets them in; both may be gone before the row is. made_account: the user was made for this
-- registration. confirmed_at: the e-mail address or the number was proven to be the guest's. ended_at: before its
-- time, by an operator or the guest. admitted_at, admitted_until_at: sent to a gateway that asks no RADIUS server, and
-- when that closes by itself.
create table registrations (
  organization_id uuid not null,
  id uuid not null,
  captive_portal_id uuid not null,
  method text not null,
  username text not null,
  username_key text not null,
  user_id uuid,
  voucher_id uuid,
  first_name text,
  last_name text,
  email text,
  phone text,
  company text,
  mac text collate "C",
  ssid text,
  access_point text,
  language text,
  terms_version text,
  approved_by text,
  confirmed_at timestamptz,
  tier text,
  price int,
  currency text,
  pay text,
  made_account boolean not null default false,
  since_at timestamptz not null,
  until_at timestamptz,
  ended_at timestamptz,
  admitted_at timestamptz,
  admitted_until_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint registrations_captive_portal
    foreign key (organization_id, captive_portal_id) references captive_portals (organization_id, id) on delete cascade
);
create index registrations_list on registrations (organization_id, created_at, id);
create index registrations_by_device on registrations (organization_id, mac, since_at);
create index registrations_by_account on registrations (organization_id, username_key, since_at);
create index registrations_by_portal on registrations (organization_id, captive_portal_id, since_at);
create index registrations_admitted on registrations (organization_id, admitted_until_at)
  where admitted_until_at is not null and ended_at is null;

-- text_hash: SHA-256 of what was shown, hexadecimal.
create table portal_consents (
  organization_id uuid not null,
  registration_id uuid not null,
  kind text not null,
  text_hash text not null,
  version text not null,
  language text not null,
  given_at timestamptz not null,
  primary key (organization_id, registration_id, kind),
  constraint portal_consents_registration
    foreign key (organization_id, registration_id) references registrations (organization_id, id) on delete cascade
);

-- Who takes money by card. secrets_sealed: gone with the row.
create table payment_providers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  type text not null,
  url text not null,
  secrets_sealed text,
  secrets_set text[] not null default '{}',
  disabled boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index payment_providers_name on payment_providers (organization_id, lower(name));
create index payment_providers_by_id on payment_providers (id);

-- What a guest chose to pay for: a room's charge has the same id. asked_by: the registration by which the guest had
-- proven who they are. registration_id, until_at: what was given for it. ends_with_stay: a check-out ends that.
-- session_id, session_url, charge_id: at the payment provider. due_at: when it is asked what became of it, or told to
-- pay back; null: nothing is open there.
create table portal_payments (
  organization_id uuid not null,
  id uuid not null,
  captive_portal_id uuid not null,
  asked_by uuid not null,
  user_id uuid not null,
  pay text not null,
  tier jsonb not null,
  room text,
  status text not null,
  reason text,
  registration_id uuid,
  account_id uuid,
  ends_with_stay boolean not null default false,
  provider_id uuid,
  session_id text,
  session_url text,
  charge_id text,
  due_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  until_at timestamptz,
  primary key (organization_id, id),
  constraint portal_payments_asked_by
    foreign key (organization_id, asked_by) references registrations (organization_id, id) on delete cascade
);
create index portal_payments_list on portal_payments (organization_id, created_at, id);
create index portal_payments_by_user on portal_payments (organization_id, user_id, created_at);
create index portal_payments_by_account on portal_payments (organization_id, account_id) where account_id is not null;
create index portal_payments_by_registration on portal_payments (organization_id, asked_by);
create index portal_payments_by_charge on portal_payments (organization_id, charge_id) where charge_id is not null;
-- Read every few seconds over all organizations; few are in them at a time.
create index portal_payments_open on portal_payments (created_at) where status in ('open', 'unclear');
create index portal_payments_due on portal_payments (due_at) where due_at is not null;
create index portal_payments_running on portal_payments (until_at) where ends_with_stay and status = 'paid';

-- What the gateway is given in place of a password. Sealed as a shared secret is, not hashed: CHAP needs the text, and
-- the proof of a password by PAP is a digest of it. mac: the only device for which it is good; null until its first use
-- where the gateway did not say.
create table portal_tickets (
  organization_id uuid not null,
  id uuid not null,
  registration_id uuid not null,
  username_key text not null,
  mac text collate "C",
  ticket_sealed bytea not null,
  ends_at timestamptz not null,
  primary key (organization_id, id),
  constraint portal_tickets_registration
    foreign key (organization_id, registration_id) references registrations (organization_id, id) on delete cascade
);
create index portal_tickets_by_account on portal_tickets (organization_id, username_key, ends_at);
create index portal_tickets_by_registration on portal_tickets (organization_id, registration_id);

-- Failures at a portal. kind and subject: a device (12 digits, or the address it came from), a room as it is compared,
-- an account, or the portal itself. locked_until: nothing more is tried until then.
create table portal_attempts (
  organization_id uuid not null,
  id uuid not null,
  captive_portal_id uuid not null,
  kind text not null,
  subject text not null,
  failures int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  counted_until timestamptz not null,
  locked_until timestamptz,
  primary key (organization_id, id),
  constraint portal_attempts_subject unique (organization_id, captive_portal_id, kind, subject),
  constraint portal_attempts_captive_portal
    foreign key (organization_id, captive_portal_id) references captive_portals (organization_id, id) on delete cascade
);
create index portal_attempts_list on portal_attempts (organization_id, last_at, id);
create index portal_attempts_age on portal_attempts (counted_until);

-- Users whom a portal made for guests without an account. Written with the user, so that it goes when it is over,
-- whatever happened in between.
create table portal_accounts (
  organization_id uuid not null,
  user_id uuid not null,
  captive_portal_id uuid not null,
  made_at timestamptz not null,
  primary key (organization_id, user_id)
);

-- What a guest asked for and somebody has still to confirm: the guest by a link or a code, or a host. secret: digest of
-- the link, or fingerprint of the code. registration_id: once there is access, perhaps before it is confirmed.
create table portal_requests (
  organization_id uuid not null,
  id uuid not null,
  captive_portal_id uuid not null,
  method text not null,
  status text not null,
  first_name text,
  last_name text,
  email text,
  phone text,
  company text,
  host text,
  mac text collate "C",
  ssid text,
  access_point text,
  language text not null,
  consents jsonb not null,
  secret text not null,
  tries int not null default 0,
  registration_id uuid,
  user_id uuid,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  decided_at timestamptz,
  primary key (organization_id, id),
  constraint portal_requests_captive_portal
    foreign key (organization_id, captive_portal_id) references captive_portals (organization_id, id) on delete cascade
);
create index portal_requests_by_secret on portal_requests (organization_id, captive_portal_id, secret);
create index portal_requests_by_device on portal_requests (organization_id, captive_portal_id, mac, created_at);
create index portal_requests_age on portal_requests (ends_at);

-- Messages of portals on their way to guests and hosts. content_sealed: until it need not be sent any more. ends_at:
-- afterwards it would say nothing that still holds.
create table portal_messages (
  organization_id uuid not null,
  id uuid not null,
  captive_portal_id uuid not null,
  request_id uuid not null,
  via text not null,
  address text not null,
  device text,
  content_sealed text,
  status text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  ends_at timestamptz not null,
  lease_owner text,
  lease_until_at timestamptz,
  error text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint portal_messages_request
    foreign key (organization_id, request_id) references portal_requests (organization_id, id) on delete cascade
);
create index portal_messages_due on portal_messages (via, due_at) where status = 'pending';
create index portal_messages_leased on portal_messages (lease_until_at) where lease_until_at is not null;
create index portal_messages_of_portal on portal_messages (organization_id, captive_portal_id, created_at);
create index portal_messages_of_request on portal_messages (organization_id, request_id);
