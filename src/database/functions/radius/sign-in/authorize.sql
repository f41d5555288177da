-- Whether this account may try, and how to recognise it. One row with Wifi-Reason, or the password in the forms that
-- FreeRADIUS can compare; Wifi-Ask where a directory may know it.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.authorize(
  client text, name text, calling text, called text, method text, src text
) returns setof radius.avp
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
  it record;
  its_ssid text := radius.ssid(called);
  n radius.place;
  p radius.party;
  decision jsonb;
  reason text;
  nt text;
  t record;
  is_by_address boolean := false;
  is_asked boolean;
begin
  select * into it
    from radius.arrival(client, radius.fold(btrim(normalize(name))), radius.mac(calling), its_ssid, at);
  -- The usual login, as in radius.accept: it is compared, and nothing else is asked.
  if it.is_free and it.reason is null and not it.has_policies and not it.has_attributes and not it.is_shared
    and not coalesce(it.reply ?| array['login_time', 'simultaneous_use', 'daily_quota_bytes'], false) then
    if method in ('', 'PEAP', 'TTLS') then
      return next (1, name, 'Wifi-Kind', 'user', ':=')::radius.avp;
      nt := encode(radius.opened(it.nt_hash_sealed), 'hex');
      if nt is not null then return next (3, name, 'NT-Password', '0x' || nt, ':=')::radius.avp; end if;
      if it.ssha512 is not null then
        return next (4, name, 'Password-With-Header', '{SSHA512}' || it.ssha512, ':=')::radius.avp;
      end if;
      return;
    end if;
  end if;
  if it.organization_id is null or it.is_shared then n := radius.place_of(client, called);
  else
    n := row(it.organization_id, it.network_id, it.client_id, it.short_name, it.vendor, it.time_zone,
      it.default_group_id, it.accepts_unknown, its_ssid, it.reason, it.has_policies, it.has_attributes);
  end if;
  p := radius.party_of(n.organization_id, name, calling, method, at);
  if p.kind = 'device' then
    p := radius.portal_device(n, p, calling, at);
    is_by_address := p.kind <> 'device';
  end if;
  if n.accepts_unknown then p := radius.guest_of(n, p); end if;
  decision := radius.decision(n, p, src, at);
  reason := decision ->> 'reason';
  if reason is null
    and (p.max_devices is not null or decision -> 'reply' ?| array['simultaneous_use', 'daily_quota_bytes']) then
    reason := radius.limit_now(n, p, decision -> 'reply', p.station, at);
  end if;
  -- By a method that shows no password the reason counts.
  is_asked := is_by_address is not true and coalesce(method, '') not in ('chap', 'mschap', 'PEAP')
    and radius.asks_directory(n, p, reason);
  if is_asked then return next (2, name, 'Wifi-Ask', 'directory', ':=')::radius.avp; end if;
  if reason is not null then return next (1, name, 'Wifi-Reason', reason, ':=')::radius.avp; return; end if;
  if p.kind in ('device', 'guest') or is_by_address then
    return next (1, name, 'Wifi-Kind', p.kind, ':=')::radius.avp;
    return next (2, name, 'Auth-Type', 'Accept', ':=')::radius.avp;
    return;
  end if;
  -- Outside of a tunnel, where a gateway speaks for the guest. The device's own ticket counts while it is good, in
  -- place of whatever else the account has: the two cannot be told apart before they are compared.
  if method in ('chap', 'mschap')
    or not is_asked and coalesce(method, '') = '' and coalesce(p.ssha512, p.clear) is null
      and p.nt_hash_sealed is null then
    select * into t from radius.ticket_of(n.organization_id, p.known_as, p.station, at);
  else
    select null::text as clear, null::text as refusal into t;
  end if;
  if t.clear is not null then
    p.nt_hash_sealed := null;
    p.ssha512 := null;
    p.clear := t.clear;
  elsif t.refusal is not null and p.clear is null and (method = 'chap' or p.nt_hash_sealed is null) then
    return next (1, name, 'Wifi-Reason', t.refusal, ':=')::radius.avp;
    return;
  end if;
  return next (1, name, 'Wifi-Kind', p.kind, ':=')::radius.avp;
  nt := encode(radius.opened(p.nt_hash_sealed), 'hex');
  if nt is not null then return next (3, name, 'NT-Password', '0x' || nt, ':=')::radius.avp; end if;
  if p.ssha512 is not null then
    return next (4, name, 'Password-With-Header', '{SSHA512}' || p.ssha512, ':=')::radius.avp;
  end if;
  if p.clear is not null then
    return next (5, name, 'Cleartext-Password', p.clear, ':=')::radius.avp;
    -- A code, no ticket: each is tried in turn.
    if p.kind = 'voucher' and t.clear is null then
      return query select distinct 6, name, 'Cleartext-Password', x.written, '+='
        from unnest(radius.code_notations(p.clear, p.known_as)) as x (written)
        where x.written <> p.clear and radius.is_plain(x.written);
    end if;
  end if;
  if n.has_attributes then
    return query select 10, name, a.attribute, a.value, a.op
      from radius.account_attributes(n.organization_id, 'check', p.user_id, p.group_id) a;
  end if;
end;
$$;
revoke all on function radius.authorize from public;
grant execute on function radius.authorize to usher_radius;
