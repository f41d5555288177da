-- FreeRADIUS sees functions and nothing else. Its role may call the five it needs. They read as their owner: the
-- connection's own setting, usher.organization_id = '*', opens the tenant wall, and the functions themselves name the
-- organization.

-- Opens what the service seals with AES-256-CBC (NT hashes, shared secrets).
create extension if not exists pgcrypto;
create schema radius;
-- Roles belong to the whole server: all databases on it share this one.
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'usher_radius') then create role usher_radius nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant usage on schema radius to usher_radius;

-- A row as rlm_sql reads it.
create type radius.avp as (id int, username text, attribute text, value text, op text);

-- Where an attempt comes from: the network of the packet; reason: why nobody gets in there.
create type radius.place as (
  organization_id uuid,
  network_id uuid,
  client_id uuid,
  short_name text,
  vendor text,
  time_zone text,
  default_group_id uuid,
  accepts_unknown boolean,
  ssid text,
  reason text
);

-- Who tries. known_as: the name in logs; facts: as AccessFacts; hindrance: why not, as only RADIUS can see.
create type radius.party as (
  kind text,
  subject_id uuid,
  user_id uuid,
  known_as text,
  auth text,
  facts jsonb,
  hindrance text,
  group_id uuid,
  nt_hash_sealed bytea,
  ssha512 text,
  clear text,
  max_devices int,
  ends_at timestamptz
);
