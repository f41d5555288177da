-- The session that a first packet opens. The Class of the sign-in says whose it is; without one the sign-in is looked
-- up. username is what the access point tells, which it wants to hear again in a Disconnect-Request: some go on with
-- the device's address, or with an outer identity. username_key is the account's, by which everything counts. Volume
-- and time are still zero.
-- Called by radius.write_packets.
create or replace function radius.new_session(
  n radius.place, unique_id text, session_id text, name text, class text, nas_address text, nas_id text, nas_port text,
  calling text, called text, at timestamptz, started_at timestamptz, details jsonb
) returns accounting_sessions
language plpgsql volatile as $$
declare
  s public.accounting_sessions;
  station text := radius.mac(calling);
  an_id constant text := '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  ours constant text[] := '{user,voucher,device,certificate,guest}';
  id text;
begin
  -- Our Class from the sign-in; Class of another server may be any bytes. translate compares each letter with each.
  if class ilike '0x__%' and length(class) % 2 = 0
    and substr(class, 3) !~ '[^0-9a-fA-F]' then
    s.session_class := radius.text_of(decode(substr(class, 3), 'hex'));
  end if;
  if s.session_class is null or strpos(s.session_class, ':') = 0
    or split_part(s.session_class, ':', 1) <> all (ours) then
    s.session_class := coalesce(radius.class_of_sign_in(n, name, station, at), s.session_class);
  end if;
  s.organization_id := n.organization_id;
  s.started_at := started_at;
  s.id := radius.new_id(at);
  s.unique_id := unique_id;
  s.session_id := session_id;
  s.username := nullif(name, '');
  -- A pattern costs as much as all the rest: it is asked for a Class that is not ours alone.
  s.kind := split_part(s.session_class, ':', 1);
  if strpos(s.session_class, ':') = 0 or s.kind <> all (ours) then
    s.kind := substring(s.session_class from '^(\w+):');
  end if;
  id := substr(s.session_class, length(s.kind) + 2, 37);
  if id like '________-____-____-____-____________:' and id !~ '[^0-9a-f:-]' and length(replace(id, '-', '')) = 33
    and strpos(id, ':') = 37 then
    s.user_id := left(id, 36)::uuid;
  end if;
  if s.kind = 'voucher' then
    select lower(x.code) into s.username_key from public.vouchers x where x.organization_id = n.organization_id
      and x.id = substring(s.session_class from '^\w+:[^:]*:(' || an_id || '):')::uuid;
  elsif s.user_id is not null and s.kind <> 'device' then
    select x.username_key into s.username_key from public.users x
      where x.organization_id = n.organization_id and x.id = s.user_id;
  end if;
  s.mac := station;
  s.ssid := n.ssid;
  s.access_point := coalesce(nullif(nas_id, ''), n.short_name);
  s.access_point_mac := radius.access_point_mac(called);
  s.nas_address := nas_address;
  s.nas_port := nullif(nas_port, '');
  s.network_id := n.network_id;
  s.network_client_id := n.client_id;
  s.seen := coalesce(details, radius.seen_before(n.organization_id, station, at));
  return s;
end;
$$;
revoke all on function radius.new_session from public;
