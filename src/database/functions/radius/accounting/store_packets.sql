-- Stores accounting packets, in their order. Their access points are answered as soon as they are stored; a moment
-- later radius.write_sessions writes the sessions of some hundred packets at a time. packets: rows of
-- accounting_packets, as far as an access point says them.
-- Called by src/radius/door/packet-store.ts.
-- SQL, because it has FreeRADIUS' own login, which sees no table.
create or replace function radius.store_packets(packets json) returns void
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
begin
  insert into accounting_packets
    select x.organization_id, at + x.place * interval '1 microsecond', gen_random_uuid(), x.status, x.client,
      x.unique_id, x.session_id, x.username, x.class, x.nas_address, x.nas_id, x.nas_port, x.calling, x.called,
      x.framed, x.seconds, x.delay, x.octets_in, x.giga_in, x.octets_out, x.giga_out, x.cause, x.av_pairs,
      x.aruba_device_type, x.ruckus_os_type, x.ruckus_os_class, x.ruckus_host_name
    from rows from (json_to_recordset(packets) as (
      organization_id uuid, status text, client text, unique_id text, session_id text, username text, class text,
      nas_address text, nas_id text, nas_port text, calling text, called text, framed text, seconds text, delay text,
      octets_in text, giga_in text, octets_out text, giga_out text, cause text, av_pairs text, aruba_device_type text,
      ruckus_os_type text, ruckus_os_class text, ruckus_host_name text)) with ordinality as x (
      organization_id, status, client, unique_id, session_id, username, class, nas_address, nas_id, nas_port, calling,
      called, framed, seconds, delay, octets_in, giga_in, octets_out, giga_out, cause, av_pairs, aruba_device_type,
      ruckus_os_type, ruckus_os_class, ruckus_host_name, place);
end;
$$;
revoke all on function radius.store_packets from public;
grant execute on function radius.store_packets to usher_radius;
