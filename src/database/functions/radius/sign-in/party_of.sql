-- Who tries. method: tls, PEAP, TTLS, chap, mschap, or empty (PAP, or a device by its MAC address). facts: as
-- AccessFacts; hindrance: what only RADIUS can see; station: the device's address; group_policy: of its group. PL/pgSQL
-- sets up each expression once a transaction, and a login is one: one statement answers the common case, a user. No
-- address is written '': by a join that null makes impossible Citus finds no shard. Acts as whoever calls it.
-- Nobody's whole name: what follows the domain that Windows puts before it, as in `LINDENHOF\anna`, or the name that
-- was typed on a keyboard of full-width letters and digits.
-- Called by radius.accept, radius.authorize, radius.class_of_sign_in, radius.reject.
create or replace function radius.party_of(
  organization uuid, name text, calling text, method text, at timestamptz
) returns radius.party
language plpgsql stable as $$
declare
  p radius.party;
  mac_of_caller text := radius.mac(calling);
  mac_as_name text;
  folded text := radius.fold(btrim(normalize(name)));
  auth text := case method
    when '' then 'PAP'
    when 'PEAP' then 'PEAP'
    when 'TTLS' then 'EAP-TTLS'
    when 'tls' then 'EAP-TLS'
    when 'TLS' then 'EAP-TLS'
    when 'chap' then 'CHAP'
    when 'mschap' then 'MSCHAPv2'
    else 'PAP' end;
  u public.users;
  v public.vouchers;
  d public.devices;
  c public.certificates;
  meant radius.party;
begin
  if auth <> 'EAP-TLS' then
    select 'user', x.id, x.id, x.username, auth,
        jsonb_build_object('authMethod', auth, 'at', at,
          'user', jsonb_build_object('disabled', x.disabled, 'validFrom', x.valid_from, 'validUntil', x.valid_until),
          'voucher', null,
          'device', case when y.id is not null then jsonb_build_object(
            'type', y.type, 'os', y.os, 'disabled', y.disabled, 'validUntil', y.valid_until) end),
        null, x.group_id, x.nt_hash_sealed, x.password_ssha512, null, x.max_devices, null, mac_of_caller, g.policy
      into p
      from public.users x
      left join public.devices y on y.organization_id = organization and y.mac = coalesce(mac_of_caller, '')
      left join public.user_groups g on g.organization_id = organization and g.id = x.group_id
      where x.organization_id = organization and x.username_key = folded;
    if found then return p; end if;
    -- Before a voucher's code, which is compared in this form, too: a user comes first.
    if normalize(name, NFKC) <> normalize(name) then
      meant := radius.party_of(organization, normalize(name, NFKC), calling, method, at);
      if meant.kind = 'user' then return meant; end if;
    end if;
  end if;
  p.auth := auth;
  p.known_as := name;
  p.station := mac_of_caller;
  if mac_of_caller is not null then
    select * into d from public.devices x where x.organization_id = organization and x.mac = mac_of_caller;
  end if;
  if p.auth = 'EAP-TLS' then
    select * into c from public.certificates x where x.organization_id = organization and x.serial = name;
    p.kind := 'certificate';
    p.hindrance := case
      when c.id is null or c.purpose <> 'client' then 'unknown_certificate'
      when c.revoked_at is not null then 'certificate_revoked'
      when c.expires_at <= at then 'certificate_expired' end;
    if c.device_id is not null then
      select * into d from public.devices x where x.organization_id = organization and x.id = c.device_id;
    end if;
    select * into u from public.users x
      where x.organization_id = organization and x.id = coalesce(c.user_id, d.user_id);
    p.subject_id := c.id;
    p.ends_at := c.expires_at;
    p.known_as := coalesce(u.username, c.common_name, name);
  else
    select * into v from public.vouchers x
      where x.organization_id = organization and x.code_key = radius.code_key(name);
    mac_as_name := radius.mac(name);
    if v.id is not null then
      -- The code is also the password, in the notation that was typed as the name.
      p.kind := 'voucher';
      p.subject_id := v.id;
      p.known_as := v.code;
      p.clear := name;
      p.max_devices := v.max_devices;
    elsif mac_as_name is not null and coalesce(method, '') in ('', 'chap') then
      -- Never within a tunnel: there the address is only claimed, and any password would do.
      p.kind := 'device';
      p.auth := 'MAC';
      p.subject_id := d.id;
      p.known_as := coalesce(d.mac, name);
      if mac_of_caller is distinct from mac_as_name then p.hindrance := 'mac_mismatch'; end if;
      select * into u from public.users x where x.organization_id = organization and x.id = d.user_id;
    elsif name ~ '^[^\\]+\\[^\\]+$' then
      meant := radius.party_of(organization, substr(name, strpos(name, '\') + 1), calling, method, at);
      if meant.kind = 'user' then return meant; end if;
    end if;
  end if;
  p.user_id := u.id;
  p.group_id := coalesce(
    case when p.kind = 'device' or c.device_id is not null then d.group_id end, u.group_id, v.group_id);
  select g.policy into p.group_policy from public.user_groups g
    where g.organization_id = organization and g.id = p.group_id;
  p.facts := jsonb_build_object('authMethod', p.auth, 'at', at,
    'user', case when u.id is not null then jsonb_build_object(
      'disabled', u.disabled, 'validFrom', u.valid_from, 'validUntil', u.valid_until) end,
    'voucher', case when v.id is not null then jsonb_build_object(
      'revokedAt', v.revoked_at, 'firstUsedAt', v.first_used_at, 'durationSeconds', v.duration_seconds,
      'validUntil', v.valid_until) end,
    'device', case when d.id is not null then jsonb_build_object(
      'type', d.type, 'os', d.os, 'disabled', d.disabled, 'validUntil', d.valid_until) end);
  return p;
end;
$$;
revoke all on function radius.party_of from public;
