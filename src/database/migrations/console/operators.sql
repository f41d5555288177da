-- Who administers the console, and with what key.

create table roles (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  permissions text[] not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint roles_name unique (organization_id, name)
);

-- role_id names a built-in role or a row of roles; permissions are those granted directly.
create table api_keys (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  prefix text not null,
  role_id uuid,
  permissions text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint api_keys_token_once unique (organization_id, token_hash)
);
-- Looked up before the organization is known, hence without organization_id in front.
create index api_keys_token on api_keys (token_hash);

-- role_id as in api_keys. recovery_hashes: SHA-256 of unused recovery codes. totp_step: the last one that was used.
create table operators (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  email text not null,
  email_key text not null,
  name text not null,
  role_id uuid not null,
  password_hash text,
  invitation_hash bytea,
  invitation_expires_at timestamptz,
  disabled boolean not null default false,
  totp_sealed text,
  totp_confirmed boolean not null default false,
  totp_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  signed_in_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint operators_email unique (organization_id, email_key)
);
-- Looked up before the organization is known, hence without organization_id in front; the same for invitations and
-- tokens.
create index operators_by_email on operators (email_key, created_at);
create index operators_by_invitation on operators (invitation_hash) where invitation_hash is not null;

create table operator_sessions (
  organization_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  constraint operator_sessions_operator
    foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade
);
create index operator_sessions_token on operator_sessions (token_hash);
create index operator_sessions_by_operator on operator_sessions (organization_id, operator_id);

-- Keys of authenticators (WebAuthn); credential_id is base64url, public_key COSE.
create table operator_passkeys (
  organization_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null default false,
  last_used_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint operator_passkeys_credential unique (organization_id, credential_id),
  constraint operator_passkeys_operator
    foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade
);
-- Looked up before the organization is known, hence without organization_id in front.
create index operator_passkeys_lookup on operator_passkeys (credential_id);
create index operator_passkeys_by_operator on operator_passkeys (organization_id, operator_id);

-- How the console looks to one operator. language and time_zone null: as the browser says.
create table operator_preferences (
  organization_id uuid not null,
  operator_id uuid not null,
  language text,
  time_zone text,
  theme text not null default 'system',
  density text not null default 'comfortable',
  shortcuts boolean not null default true,
  desk_lock_minutes int not null default 5,
  primary key (organization_id, operator_id),
  constraint operator_preferences_operator
    foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade
);

-- Lists of the console as somebody wants to see them again; they go with their operator, shared or not.
create table saved_views (
  organization_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  name text not null,
  page text not null,
  address text not null,
  shared boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint saved_views_operator
    foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade
);
create index saved_views_list on saved_views (organization_id, page, name, id);
create index saved_views_by_operator on saved_views (organization_id, operator_id);

-- A page of the console that is good once. kind: first (makes the first operator), session (signs in), reset (a new
-- password).
create table operator_links (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  kind text not null,
  operator_id uuid,
  token_hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  primary key (organization_id, id),
  constraint operator_links_operator
    foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade
);
create index operator_links_token on operator_links (token_hash);
create index operator_links_by_operator on operator_links (organization_id, operator_id);
create index operator_links_over on operator_links (ends_at);

-- Somebody asked for a new password. Belongs to no tenant: whether there is such an operator is found out when the mail
-- is sent.
create table password_resets (
  organization_id uuid not null,
  id uuid not null,
  content_sealed text,
  status text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  ends_at timestamptz not null,
  lease_owner text,
  lease_until_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index password_resets_due on password_resets (due_at) where status = 'pending';
create index password_resets_leased on password_resets (lease_until_at) where lease_until_at is not null;
create index password_resets_over on password_resets (ends_at);

-- Belongs to no tenant: counted before anybody is known. key: a kind and the hash of an e-mail or network address.
create table sign_in_attempts (
  organization_id uuid not null,
  key text not null,
  attempts int not null,
  ends_at timestamptz not null,
  primary key (organization_id, key)
);
create index sign_in_attempts_over on sign_in_attempts (ends_at);
