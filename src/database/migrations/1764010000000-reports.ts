import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

/** Each log with the column by which its partitions go. Who writes gives instants at which things happened. */
const logs = {
  authentication_log: 'at',
  accounting_sessions: 'started_at',
  guest_registrations: 'created_at',
} as const;

/** username_key: row-level security keeps lower() itself, which is not leakproof, from using an index. Kept by a trigger. */
const logTables = [
  // Written by RADIUS for every login that was decided; text throughout, as an access point may send anything.
  `create table authentication_log (
     organization_id uuid not null,
     at timestamptz not null,
     id uuid not null,
     outcome text not null check (outcome in ('accepted', 'rejected')),
     username text,
     username_key text,
     kind text,
     user_id uuid,
     auth_method text,
     reason text,
     reason_detail text,
     mac text,
     device_type text,
     device_os text,
     ssid text,
     access_point text,
     access_point_mac text,
     nas_address text,
     network_id uuid,
     network_client_id uuid,
     policy_id uuid,
     vlan text,
     session_class text,
     primary key (organization_id, at, id)
   ) partition by range (at)`,
  'create index authentication_log_by_user on authentication_log (organization_id, username_key, at)',
  'create index authentication_log_by_mac on authentication_log (organization_id, mac, at)',
  "create index authentication_log_rejected on authentication_log (organization_id, at, id) where outcome = 'rejected'",
  // unique_id names the session at the access point; one that is used again later begins a new row.
  `create table accounting_sessions (
     organization_id uuid not null,
     started_at timestamptz not null,
     id uuid not null,
     unique_id text not null,
     session_id text,
     session_class text,
     username text,
     username_key text,
     kind text,
     user_id uuid,
     mac text,
     ip_address text,
     ssid text,
     access_point text,
     access_point_mac text,
     nas_address text,
     nas_port text,
     network_id uuid,
     network_client_id uuid,
     updated_at timestamptz not null,
     stopped_at timestamptz,
     session_seconds bigint not null default 0,
     input_octets bigint not null default 0,
     output_octets bigint not null default 0,
     terminate_cause text,
     primary key (organization_id, started_at, id)
   ) partition by range (started_at)`,
  'create index accounting_sessions_by_unique_id on accounting_sessions (organization_id, unique_id, started_at)',
  'create index accounting_sessions_by_user on accounting_sessions (organization_id, username_key, started_at)',
  'create index accounting_sessions_by_mac on accounting_sessions (organization_id, mac, started_at)',
  'create index accounting_sessions_open on accounting_sessions (organization_id, username_key) where stopped_at is null',
  `create table guest_registrations (
     organization_id uuid not null,
     created_at timestamptz not null,
     id uuid not null,
     captive_portal_id uuid,
     method text,
     username text,
     username_key text,
     user_id uuid,
     full_name text,
     email text,
     phone text,
     address text,
     mac text,
     ssid text,
     access_point text,
     valid_until timestamptz,
     primary key (organization_id, created_at, id)
   ) partition by range (created_at)`,
  // Lower case as the service's own toLowerCase: lower() of a database in the C locale knows ASCII only.
  `do $$
   declare rule text := (select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1);
   begin
     execute format('create function usher_username_key() returns trigger language plpgsql as $f$ begin new.username_key := lower(new.username collate %s); return new; end $f$', coalesce(rule, '"default"'));
   end $$`,
  ...Object.keys(logs).map(
    (log) =>
      `create trigger username_key before insert or update of username on ${log} for each row execute function usher_username_key()`,
  ),
];

/**
 * Months as partitions. A row that no month holds goes to the default partition and moves to its month when that one is made.
 * Both functions act as the owner of the tables, since only that one may; they answer Usher's own upkeep alone, do nothing while
 * another process is at it, and rather fail than keep logins waiting for a lock.
 */
const functions = [
  `create function usher_make_log_partitions(log text, from_at timestamptz, months int) returns int
   language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
   declare
     time_column text := case log ${Object.entries(logs)
       .map(([log, column]) => `when '${log}' then '${column}'`)
       .join(' ')} end;
     month timestamp;
     part text;
     made int := 0;
   begin
     if time_column is null or not usher_everywhere() then raise exception 'partitions are the business of upkeep' using errcode = '42501'; end if;
     if not pg_try_advisory_xact_lock(hashtext('usher_log_partitions')) then return 0; end if;
     for ahead in 0 .. months - 1 loop
       month := date_trunc('month', from_at at time zone 'UTC') + make_interval(months => ahead);
       part := log || to_char(month, '_YYYY_MM');
       continue when to_regclass(format('public.%I', part)) is not null;
       execute format('create table public.%I (like public.%I including all)', part, log);
       -- A session is written again at every interim update: room on its page keeps the indexes out of it.
       if log = 'accounting_sessions' then execute format('alter table public.%I set (fillfactor = 80)', part); end if;
       execute format('alter table public.%I enable row level security', part);
       execute format('alter table public.%I force row level security', part);
       execute format('create policy tenant on public.%I using (organization_id = (select usher_organization()) or (select usher_everywhere()))', part);
       execute format('lock table public.%I in access exclusive mode', log || '_default');
       execute format('with moved as (delete from public.%1$I where %2$I >= $1 and %2$I < $2 returning *) insert into public.%3$I select * from moved', log || '_default', time_column, part)
         using month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC';
       execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', log, part,
         to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
       made := made + 1;
     end loop;
     return made;
   end $$`,
  `create function usher_drop_log_partitions(log text, before timestamptz) returns text[]
   language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
   declare
     part text;
     dropped text[] := '{}';
   begin
     if log not in (${Object.keys(logs)
       .map((log) => `'${log}'`)
       .join(
         ', ',
       )}) or not usher_everywhere() then raise exception 'partitions are the business of upkeep' using errcode = '42501'; end if;
     if not pg_try_advisory_xact_lock(hashtext('usher_log_partitions')) then return dropped; end if;
     for part in
       select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = to_regclass(format('public.%I', log)) and c.relname ~ '_\\d{4}_\\d{2}$'
         and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
       order by 1
     loop
       execute format('drop table public.%I', part);
       dropped := dropped || part;
     end loop;
     return dropped;
   end $$`,
  'revoke execute on function usher_make_log_partitions(text, timestamptz, int), usher_drop_log_partitions(text, timestamptz) from public',
  'grant execute on function usher_make_log_partitions(text, timestamptz, int), usher_drop_log_partitions(text, timestamptz) to usher_tenant',
];

const taskTables = [
  // position: time and key of the last row written, so that whoever takes the task over goes on from there.
  `create table report_tasks (
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
   )`,
  "create index report_tasks_unfinished on report_tasks (created_at) where status in ('queued', 'running')",
  'create index report_tasks_list on report_tasks (organization_id, created_at, id)',
  "create index report_tasks_expiry on report_tasks (expires_at) where status = 'completed'",
  'create index report_tasks_age on report_tasks using brin (created_at)',
  // content: an array of rows, each an array of values, as JSON text.
  `create table report_file_chunks (
     organization_id uuid not null,
     task_id uuid not null,
     chunk int not null,
     rows int not null,
     content text not null,
     primary key (organization_id, task_id, chunk),
     constraint report_file_chunks_task foreign key (organization_id, task_id) references report_tasks (organization_id, id) on delete cascade
   )`,
];

/** What reports read and where their files lie: logs by month, tasks, chunks of files. */
export class Reports1764010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of [...logTables, ...functions, ...taskTables]) await runner.query(each);
    for (const table of [...Object.keys(logs), 'report_tasks', 'report_file_chunks'])
      for (const each of tenantWall(table)) await runner.query(each);
    for (const log of Object.keys(logs)) await this.addPartitions(runner, log);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['report_file_chunks', 'report_tasks', ...Object.keys(logs)])
      await runner.query(`drop table if exists ${table} cascade`);
    await runner.query(
      'drop function if exists usher_make_log_partitions, usher_drop_log_partitions, usher_username_key',
    );
  }

  private async addPartitions(runner: QueryRunner, log: string): Promise<void> {
    await runner.query(`create table ${log}_default partition of ${log} default`);
    for (const each of tenantWall(`${log}_default`).filter((sql) => !sql.startsWith('grant'))) await runner.query(each);
    await runner.query("set local usher.organization_id = '*'");
    await runner.query('select usher_make_log_partitions($1, now(), 3)', [log]);
  }
}
