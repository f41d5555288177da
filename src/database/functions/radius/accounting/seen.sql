-- What an access point says about a device, as src/radius/stations/seen-station.wire.ts reads it; null when it says
-- nothing.
-- Called by radius.write_packets.
create or replace function radius.seen(
  av_pairs text, aruba_device_type text, ruckus_os_type text, ruckus_os_class text, ruckus_host_name text
) returns jsonb
language plpgsql immutable as $$
begin
  if concat(av_pairs, aruba_device_type, ruckus_os_type, ruckus_os_class, ruckus_host_name) = '' then
    return null;
  end if;
  return nullif(jsonb_strip_nulls(jsonb_build_object(
    'avPairs', (select left(string_agg(p, ':' order by i), 4000)
      from unnest(string_to_array(av_pairs, ':')) with ordinality x (p, i)
      where p like any (array['646863702d6f7074696f6e3d%', '687474702d746c763d%', '64632d%'])),
    'arubaDeviceType', nullif(left(aruba_device_type, 100), ''), 'ruckusOsType',
      nullif(left(ruckus_os_type, 100), ''),
    'ruckusOsClass', nullif(left(ruckus_os_class, 100), ''), 'ruckusHostName',
      nullif(left(ruckus_host_name, 100), ''))), '{}');
end;
$$;
revoke all on function radius.seen from public;
