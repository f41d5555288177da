/**
 * audit_entries: what happened; written with what happened, never changed. audit_open: entries that are in no block yet, one row
 * for each statement that wrote some. audit_blocks: the chain; hashes are the entries' SHA-256 one after the other.
 * audit_heads: where each chain ends and begins.
 */
export const auditTables = [
  `create table audit_entries (
     organization_id uuid not null,
     id uuid not null,
     at timestamptz not null,
     actor_kind text not null,
     actor_id uuid,
     actor_name text not null,
     request_id text,
     action text not null,
     resource text not null,
     resource_id uuid,
     label text,
     before jsonb,
     after jsonb,
     primary key (organization_id, id)
   )`,
  'create index audit_entries_by_time on audit_entries (organization_id, at, id)',
  'create index audit_entries_by_resource on audit_entries (organization_id, resource_id, id) where resource_id is not null',
  'create index audit_entries_by_actor on audit_entries (organization_id, actor_id, id) where actor_id is not null',
  `create table audit_open (
     organization_id uuid not null,
     first_id uuid not null,
     entries int not null,
     primary key (organization_id, first_id)
   )`,
  `create table audit_blocks (
     organization_id uuid not null,
     number bigint not null,
     first_entry bigint not null,
     entries int not null,
     first_ids uuid[] not null,
     hashes bytea not null,
     sealed_at timestamptz not null,
     previous_hash bytea not null,
     hash bytea not null,
     seal text not null,
     primary key (organization_id, number)
   )`,
  `create table audit_heads (
     organization_id uuid not null,
     number bigint not null,
     entries bigint not null,
     hash bytea not null,
     dropped_number bigint not null default 0,
     dropped_entries bigint not null default 0,
     dropped_hash bytea not null,
     dropped_until_at timestamptz,
     seal text not null,
     primary key (organization_id)
   )`,
];

export const auditFunctions = [
  'create sequence audit_statements',
  'create sequence audit_places',
  'grant usage on sequence audit_statements, audit_places to usher_tenant',
  `create function usher_audit_last(first_id uuid) returns uuid language sql immutable as
   $$ select (left(first_id::text, 28) || 'ffffffff')::uuid $$`,
  // Row by row what src/console/audit/chain/canonical.ts does again, independently.
  `create function usher_audit_hash(e audit_entries) returns bytea language sql stable as $$
   select sha256(convert_to(json_build_array(e.organization_id, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.actor_kind, e.actor_id, e.actor_name,
     e.request_id, e.action, e.resource, e.resource_id, e.label, e.before, e.after)::text, 'UTF8')) $$`,
  `create function usher_append_only() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' and current_setting('usher.audit_retention', true) = 'on' then return null; end if;
     raise exception '% is append-only', tg_table_name using errcode = '42501';
   end $$`,
  ...['audit_entries', 'audit_blocks'].map(
    (table) =>
      `create trigger append_only before update or delete or truncate on ${table} for each statement execute function usher_append_only()`,
  ),
  // The one way in which entries go: whole blocks, from the oldest, none younger than 30 days. The caller writes the head.
  `create function usher_audit_drop(of_organization uuid, up_to bigint) returns table (entries bigint, until_at timestamptz, hash bytea)
   language plpgsql security definer set search_path = public, pg_temp as $$
   #variable_conflict use_column
   declare last audit_blocks;
   begin
     if of_organization is distinct from usher_organization() and not usher_everywhere() then raise exception 'not of this organization' using errcode = '42501'; end if;
     select * into last from audit_blocks where organization_id = of_organization and number = up_to;
     if last.sealed_at is null or last.sealed_at > now() - interval '30 days' then raise exception 'no block that may go' using errcode = '42501'; end if;
     perform set_config('usher.audit_retention', 'on', true);
     with b as materialized (
       select first_id, usher_audit_last(first_id) as last_id from audit_blocks, unnest(first_ids) as first_id where organization_id = of_organization and number <= up_to)
     delete from audit_entries e using b where e.organization_id = of_organization and e.id between b.first_id and b.last_id;
     delete from audit_blocks where organization_id = of_organization and number <= up_to;
     perform set_config('usher.audit_retention', 'off', true);
     return query select last.first_entry + last.entries - 1, last.sealed_at, last.hash;
   end $$`,
  'revoke all on function usher_audit_drop(uuid, bigint) from public',
  'grant execute on function usher_audit_drop(uuid, bigint) to usher_tenant',
];

/** After the tenant wall, which grants more. */
export const auditPrivileges = [
  'revoke update, delete on audit_entries, audit_blocks from usher_tenant',
  'revoke update on audit_open from usher_tenant',
  'revoke delete on audit_heads from usher_tenant',
];
