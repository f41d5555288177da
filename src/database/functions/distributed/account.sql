-- As src/database/functions/radius/accounting/account.sql says, on the node of the organization.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.account(
  status text, client text, unique_id text, session_id text, username text, class text, nas_address text, nas_id text,
  nas_port text, calling text, called text, framed text, seconds text, delay text, octets_in text, giga_in text,
  octets_out text, giga_out text, cause text, av_pairs text default '', aruba_device_type text default '',
  ruckus_os_type text default '', ruckus_os_class text default '', ruckus_host_name text default ''
) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
begin
  -- Our name of an access point begins with its organization.
  if strpos(client, '/') <> 37 then return null; end if;
  perform from radius.reach_nodes(left(client, 36)::uuid);
  insert into accounting_packets values (left(client, 36)::uuid, clock_timestamp(),
    gen_random_uuid(), status, client, unique_id, session_id, username, class, nas_address, nas_id, nas_port, calling,
    called, framed, seconds, delay, octets_in, giga_in, octets_out, giga_out, cause, av_pairs, aruba_device_type,
    ruckus_os_type, ruckus_os_class, ruckus_host_name);
  return null;
end;
$$;
revoke all on function radius.account from public;
grant execute on function radius.account to usher_radius;
