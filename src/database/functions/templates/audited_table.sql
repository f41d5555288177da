-- Writes every change of a table into the audit, in the statement that makes it.
-- Called by triggers on the table. src/database/schema/audited-table.ts fills in what is told of each table.
-- SQL, so that no way to change a record can forget it.
--
-- Who acts is said by Database.begin: kind, id, name, request, and of creations that share a statement the request of
-- each; a change by hand, in psql, has the login for an actor. The stamp is the first 24 digits of the UUIDv7s of the
-- statement's entries: milliseconds, the microseconds in them (RFC 9562, section 6.2, method 3), and the process of the
-- database that writes; the last 8 digits count them. So they are in order within a millisecond without a sequence,
-- which a trigger beside a shard could not reach.
--
-- Trap: a plan is kept for the session, made when one row changed; with nested loops it would pair a thousand rows with
-- a thousand. Settings of the function itself (`set … = …`) would cost every call a tenth of its time.
create or replace function usher_audit_{table}() returns trigger language plpgsql as $audit$
#variable_conflict use_variable
declare
  said text := current_setting('usher.actor', true);
  doer jsonb := case when coalesce(said, '') = '' then jsonb_build_array('database', null, session_user, null)
    else convert_from(decode(said, 'base64'), 'UTF8')::jsonb end;{requests}
  moment timestamptz := clock_timestamp();
  instant timestamptz := date_trunc('milliseconds', moment);
  microseconds bigint := extract(epoch from moment) * 1000000;
  stamp text := lpad(to_hex(microseconds / 1000), 12, '0') || '7' || lpad(to_hex(microseconds % 1000), 3, '0')
    || '8' || lpad(to_hex(pg_backend_pid()), 7, '0');
  lowest uuid := (stamp || '00000000')::uuid;
  highest uuid := (stamp || 'ffffffff')::uuid;
  names jsonb;
  loops text := current_setting('enable_nestloop');
  scope text := coalesce(current_setting('usher.organization_id', true), '');
  -- Sealed with another master key, a secret is the same (src/resealing).
  resealed boolean := coalesce(current_setting('usher.resealing', true), '') = 'on';
  written int;
begin
  {widen}
  if tg_op = 'INSERT' then
    {inserted}
  elsif tg_op = 'UPDATE' then
    {updated}
  else
    {deleted}
  end if;
  {narrow}
  return null;
end $audit$;
