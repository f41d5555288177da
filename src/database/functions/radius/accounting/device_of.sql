-- A registered device: by its address, or as the holder of the certificate that it presented.
-- PL/pgSQL, because that keeps its plans.
-- Called by radius.follow_session, radius.publish_session_event.
create or replace function radius.device_of(organization uuid, station text, session_class text) returns jsonb
language plpgsql stable as $$
declare
  device jsonb;
begin
  select jsonb_build_object('type', d.type, 'os', d.os) into device from public.devices d
    where d.organization_id = organization and d.mac = station;
  if device is null and session_class like 'certificate:%' then
    select jsonb_build_object('type', d.type, 'os', d.os) into device
      from public.certificates c join public.devices d on d.organization_id = c.organization_id and d.id = c.device_id
      where c.organization_id = organization and c.id = nullif(split_part(session_class, ':', 3), '')::uuid;
  end if;
  return device;
end;
$$;
revoke all on function radius.device_of from public;
