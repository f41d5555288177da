-- As src/database/functions/radius/accounting/store_packets.sql says: each packet on the node of its organization.
-- Called by src/radius/accounting/accounting-store.ts.
-- SQL, because FreeRADIUS' login may call functions of this schema and do nothing else.
create or replace function radius.store_packets(packets json) returns void
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  p accounting_packets;
begin
  for p in select * from json_populate_recordset(null::accounting_packets, packets) loop
    perform radius.account(p.status, p.client, p.unique_id, p.session_id, p.username, p.class, p.nas_address, p.nas_id,
      p.nas_port, p.calling, p.called, p.framed, p.seconds, p.delay, p.octets_in, p.giga_in, p.octets_out, p.giga_out,
      p.cause, p.av_pairs, p.aruba_device_type, p.ruckus_os_type, p.ruckus_os_class, p.ruckus_host_name);
  end loop;
end;
$$;
revoke all on function radius.store_packets from public;
grant execute on function radius.store_packets to usher_radius;
