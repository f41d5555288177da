/**
 * The schema that FreeRADIUS sees: functions, and nothing else. Its role may call the five it needs; what they read they read as
 * their owner, with the scope that they set themselves.
 */
export const radiusSchema = [
  // Opens what the service seals with AES-256-CBC (NT hashes, shared secrets).
  'create extension if not exists pgcrypto',
  'create schema radius',
  // Roles belong to the whole server: databases on one server share this one.
  `do $$ begin
     if not exists (select 1 from pg_roles where rolname = 'usher_radius') then create role usher_radius nologin; end if;
   exception when duplicate_object or unique_violation then null;
   end $$`,
  'grant usage on schema radius to usher_radius',
  // Lower case as the service's own toLowerCase: lower() of a database in the C locale knows ASCII only.
  `do $$
   declare rule text := (select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1);
   begin
     execute format('create function radius.fold(t text) returns text language sql immutable strict as $f$ select lower(t collate %s) $f$', coalesce(rule, '"default"'));
   end $$`,
  `create function radius.ssid(called text) returns text language sql immutable as $$
     select nullif(substring(called from '^[0-9A-Fa-f:.-]{12,17}:(.+)$'), '') $$`,
  // 12 lower-case digits, from any notation; null when it is no MAC address.
  `create function radius.mac(t text) returns text language sql immutable as $$
     select case when length(coalesce(t, '')) <= 17 and m ~ '^[0-9a-f]{12}$' then m end from (select lower(regexp_replace(coalesce(t, ''), '[:.-]', '', 'g')) as m) x $$`,
  // The keys are told by FreeRADIUS' connection string, so that they stand in no statement: hexadecimal, the newest first.
  `create function radius.opened(sealed bytea) returns bytea language plpgsql stable strict set search_path = pg_catalog, public as $$
   declare key text;
   begin
     foreach key in array string_to_array(coalesce(current_setting('usher.radius_keys', true), ''), ',') loop
       begin
         return decrypt_iv(substring(sealed from 17), decode(key, 'hex'), substring(sealed for 16), 'aes-cbc/pad:pkcs');
       exception when external_routine_invocation_exception or data_exception then continue;
       end;
     end loop;
     return null;
   end $$`,
  `create function radius.access_point_mac(called text) returns text language sql immutable as $$ select radius.mac(substring(called from '^[0-9A-Fa-f:.-]{12,17}')) $$`,
  // Ordered by time, as all ids are (RFC 9562, version 7).
  `create function radius.new_id(at timestamptz) returns uuid language sql volatile as $$
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(r, 14, 3) || substr(r, 17))::uuid from (select replace(gen_random_uuid()::text, '-', '') as r) x $$`,
  // Instants as the API writes them.
  `create function radius.instant(at timestamptz) returns text language sql stable as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$`,
  // The payload that src/console/events/event-payload.ts makes.
  `create function radius.emit(organization uuid, at timestamptz, event text, username text, auth text, mac text, device_type text, access_point text, access_point_mac text, specifics jsonb)
     returns void language sql volatile as $$
     insert into public.outbox_events (organization_id, id, event, payload, created_at) values (organization, radius.new_id(at), event, (jsonb_build_object('event', event, 'timestamp', radius.instant(at),
       'device', jsonb_build_object('mac', mac, 'type', device_type, 'os', null), 'user', jsonb_build_object('username', username, 'auth_method', auth),
       'access_point', jsonb_build_object('name', access_point, 'mac', access_point_mac)) || specifics)::text, at) $$`,
];
