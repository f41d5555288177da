/** Who asks: set by every transaction (Database.begin). An empty or missing setting sees nothing. */
export const platformFunctions = [
  // Roles belong to the whole server: databases on one server share this one.
  `do $$ begin
     if not exists (select 1 from pg_roles where rolname = 'usher_tenant') then create role usher_tenant nologin; end if;
   exception when duplicate_object or unique_violation then null;
   end $$`,
  `do $$ begin execute format('grant usher_tenant to %I', current_user);
   exception when insufficient_privilege or invalid_grant_operation then null;
   end $$`,
  `grant usage on schema public to usher_tenant`,
  `create function usher_organization() returns uuid language sql stable as
   $$ select nullif(nullif(current_setting('usher.organization_id', true), ''), '*')::uuid $$`,
  `create function usher_everywhere() returns boolean language sql stable as
   $$ select coalesce(current_setting('usher.organization_id', true), '') = '*' $$`,
  // Eight slots a total, so that writers of one tenant do not queue behind a single row.
  `create function usher_count() returns trigger language plpgsql as $$
   begin
     insert into resource_counts as c (organization_id, resource, slot, total)
       select organization_id, tg_argv[0], pg_backend_pid() % 8, count(*) * tg_argv[1]::int from changed group by organization_id
     on conflict (organization_id, resource, slot) do update set total = c.total + excluded.total;
     return null;
   end $$`,
];

/** What any number of processes share. */
export const platformTables = [
  `create table organizations (
     id uuid primary key,
     parent_id uuid references organizations (id),
     path uuid[] not null,
     name text not null,
     region text,
     time_zone text not null default 'UTC',
     retention jsonb not null default '{}',
     disabled boolean not null default false,
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null
   )`,
  `create index organizations_parent on organizations (parent_id, id)`,
  `create table resource_counts (
     organization_id uuid not null,
     resource text not null,
     slot smallint not null,
     total bigint not null,
     primary key (organization_id, resource, slot)
   )`,
  // One row per name: who owns a listener, a connection's inbox, a schedule. token rises at every change of owner (fencing).
  `create table leases (
     organization_id uuid not null,
     name text not null,
     owner text not null,
     token bigint not null default 1,
     until_at timestamptz not null,
     primary key (organization_id, name)
   )`,
  `create table rate_windows (
     organization_id uuid not null,
     budget text not null,
     window_started_at timestamptz not null,
     used int not null,
     primary key (organization_id, budget)
   )`,
  `create table idempotency_keys (
     organization_id uuid not null,
     api_key_id uuid not null,
     idempotency_key text not null,
     request_hash bytea not null,
     state text not null,
     status int,
     response_sealed text,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     primary key (organization_id, api_key_id, idempotency_key)
   )`,
  `create index idempotency_keys_expiry on idempotency_keys (expires_at)`,
];
