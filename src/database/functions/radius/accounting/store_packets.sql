-- Stores accounting packets that came together, each as radius.account stores one, in their order: an array of objects
-- by the columns of accounting_packets. All are stored, or none.
-- Called by src/radius/accounting/accounting-store.ts.
-- SQL, because FreeRADIUS' login may call functions of this schema and do nothing else.
create or replace function radius.store_packets(packets json) returns void
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
begin
  insert into accounting_packets
  select left(p.client, 36)::uuid, clock_timestamp() + p.place * interval '1 microsecond', gen_random_uuid(),
    p.status, p.client, p.unique_id, p.session_id, p.username, p.class, p.nas_address, p.nas_id, p.nas_port, p.calling,
    p.called, p.framed, p.seconds, p.delay, p.octets_in, p.giga_in, p.octets_out, p.giga_out, p.cause, p.av_pairs,
    p.aruba_device_type, p.ruckus_os_type, p.ruckus_os_class, p.ruckus_host_name
  from rows from (json_to_recordset(packets) as (
    status text, client text, unique_id text, session_id text, username text, class text, nas_address text, nas_id text,
    nas_port text, calling text, called text, framed text, seconds text, delay text, octets_in text, giga_in text,
    octets_out text, giga_out text, cause text, av_pairs text, aruba_device_type text, ruckus_os_type text,
    ruckus_os_class text, ruckus_host_name text)) with ordinality as p (
    status, client, unique_id, session_id, username, class, nas_address, nas_id, nas_port, calling, called, framed,
    seconds, delay, octets_in, giga_in, octets_out, giga_out, cause, av_pairs, aruba_device_type, ruckus_os_type,
    ruckus_os_class, ruckus_host_name, place)
  where strpos(p.client, '/') = 37;
end;
$$;
revoke all on function radius.store_packets from public;
grant execute on function radius.store_packets to usher_radius;
