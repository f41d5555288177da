-- Accepts a login: starts vouchers, writes the log, returns what the session is given. With a nonce it is the only
-- query of a PAP login, and answers only for accounts whose proofs match and that leave FreeRADIUS nothing to compare,
-- and for accounts that a rule denies; for all others it starts and writes nothing. Without a nonce, FreeRADIUS has
-- compared the password before.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.accept(
  client text, name text, calling text, called text, method text, nas_id text, nas_address text, src text,
  nonce text default null, hash_proof text default null, code_proof text default null
) returns setof radius.avp
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
  it record;
  its_ssid text := radius.ssid(called);
  n radius.place;
  p radius.party;
  is_shown boolean;
  shown_ticket text;
  is_attributed boolean := false;
  decision jsonb;
  reply jsonb;
  reason text;
  ends int;
  class text;
  said radius.avp[];
  told text[];
  by_directory text;
  own_mac text := radius.mac(calling);
  is_by_address boolean := false;
begin
  select * into it from radius.arrival(client, radius.fold(btrim(normalize(name))), own_mac, its_ssid, at);
  -- The usual login needs no more than its account, its end and its group's policy. Each step below decides the same of
  -- it.
  if it.is_free and it.reason is null and not it.has_policies and not it.has_attributes and not it.is_shared
    and not coalesce(it.reply ?| array['login_time', 'simultaneous_use', 'daily_quota_bytes'], false) then
    p.auth := case method when '' then 'PAP' when 'PEAP' then 'PEAP' when 'TTLS' then 'EAP-TTLS' end;
    if p.auth = 'PAP' then is_shown := radius.is_hash_shown(it.nt_hash_sealed, nonce, hash_proof);
    else is_shown := nonce is null and p.auth is not null; end if;
    if is_shown then
      told := radius.told(coalesce(it.reply, '{}'), it.vendor);
      if it.valid_until is not null then
        ends := floor(extract(epoch from least(it.valid_until - at, interval '20000 days')));
      end if;
      class := 'user:' || it.user_id || ':' || it.user_id || ':'
        || coalesce((extract(epoch from at)::bigint + ends)::text, '') || ':' || p.auth || '::' || gen_random_uuid()
        || ':' || told[1];
      insert into authentication_log (organization_id, at, id, outcome, username, kind, user_id, auth_method,
        mac, ssid, access_point, access_point_mac, nas_address, network_id, network_client_id, vlan, session_class)
      values (it.organization_id, at, radius.new_id(at), 'accepted', it.username, 'user', it.user_id, p.auth,
        own_mac, its_ssid, coalesce(nullif(nas_id, ''), it.short_name), radius.access_point_mac(called),
        nas_address, it.network_id, it.client_id, it.reply ->> 'vlan', class);
      if radius.is_plain(it.username) then return next (1, name, 'User-Name', it.username, ':=')::radius.avp; end if;
      return next (2, name, 'Class', '0x' || encode(convert_to(class, 'UTF8'), 'hex'), ':=')::radius.avp;
      ends := least((it.reply ->> 'session_timeout')::int, ends);
      if ends is not null then return next (4, null, 'Session-Timeout', ends::text, ':=')::radius.avp; end if;
      for i in 1 .. cardinality(told) / 2 loop
        return next (4 + i, null, told[2 * i], told[2 * i + 1], ':=')::radius.avp;
      end loop;
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
  is_shown := nonce is null or is_by_address;
  if not is_shown then is_shown := coalesce(radius.is_proven(p, nonce, hash_proof, code_proof), false); end if;
  -- Only what is not the account's password may be a portal's ticket: the usual login does not look for one.
  if not is_shown and p.kind in ('user', 'voucher') then
    shown_ticket := radius.ticket_shown(n.organization_id, p, own_mac, nonce, code_proof, at);
    is_shown := coalesce(shown_ticket = 'good', false);
  end if;
  if p.kind = 'voucher' and is_shown then
    -- One at a time, so that no more devices get in than allowed. As at the page: the account's devices before its row.
    perform radius.hold_devices(n, p);
    perform from vouchers v where v.organization_id = n.organization_id and v.id = p.subject_id for update;
    p := radius.portal_device(n, radius.party_of(n.organization_id, name, calling, method, at), calling, at);
  end if;
  decision := radius.decision(n, p, src, at);
  reply := decision -> 'reply';
  reason := coalesce(decision ->> 'reason', nullif(shown_ticket, 'good'));
  if reason is null and (p.max_devices is not null or reply ?| array['simultaneous_use', 'daily_quota_bytes']) then
    if least((reply ->> 'simultaneous_use')::int, p.max_devices) is not null then
      perform radius.hold_devices(n, p);
    end if;
    reason := radius.limit_now(n, p, reply, own_mac, at);
  end if;
  -- The usual question says so.
  if not is_shown then
    if nonce is not null and shown_ticket is null and radius.asks_directory(n, p, reason) then return; end if;
  end if;
  if reason is not null then
    -- Whom a rule refuses is led to the page, which says why.
    if is_by_address and p.kind <> 'guest' then
      p.kind := 'guest';
      p.subject_id := null;
      p.user_id := null;
      p.known_as := own_mac;
      p.group_id := null;
      p.group_policy := null;
      p.max_devices := null;
      p.ends_at := null;
      p.facts := jsonb_build_object('authMethod', 'PAP', 'at', at, 'user', '{"disabled": false}'::jsonb);
      decision := radius.decision(n, p, src, at);
      reply := decision -> 'reply';
      reason := decision ->> 'reason';
    end if;
    if reason is not null then return next (1, name, 'Wifi-Reason', reason, ':=')::radius.avp; return; end if;
  end if;
  if not is_shown then return; end if;
  if n.has_attributes then
    is_attributed :=
      exists (select from radius_attributes a where a.organization_id = n.organization_id and a.user_id = p.user_id)
      or exists (select from radius_attributes a
        where a.organization_id = n.organization_id and a.group_id = p.group_id);
    -- FreeRADIUS compares what must be compared with the request.
    if nonce is not null and is_attributed and not is_by_address and p.kind in ('user', 'voucher')
      and exists (select from radius.account_attributes(n.organization_id, 'check', p.user_id, p.group_id)) then
      return;
    end if;
  end if;
  -- By CHAP it was FreeRADIUS that compared: a ticket that names no device yet is this one's from now on.
  if method in ('chap', 'mschap') then
    if p.kind in ('user', 'voucher') then
      update portal_tickets x set mac = own_mac
        where x.organization_id = n.organization_id and x.username_key = radius.fold(p.known_as) and x.mac is null;
    end if;
  end if;
  if p.kind = 'voucher' then
    if p.facts #>> '{voucher,firstUsedAt}' is null then
      perform radius.begin_voucher(n, p, calling, called, nas_id, at);
    end if;
  end if;
  -- What accounting sends back: the account, when it or its hours end, how it was let in, whether its volume is
  -- counted, what it was given.
  if not p.facts @> '{"user": {"validUntil": null}, "voucher": null, "device": null}' or p.ends_at is not null then
    ends := least(radius.account_seconds(p.facts), floor(extract(epoch from p.ends_at - at))::int);
  end if;
  if reply ? 'login_time' then
    ends := least(ends, radius.open_seconds(reply ->> 'login_time', at, n.time_zone));
  end if;
  told := radius.told(reply, n.vendor);
  class := concat_ws(':', p.kind, coalesce(p.user_id::text, ''), coalesce(p.subject_id::text, ''),
    coalesce((extract(epoch from at)::bigint + ends)::text, ''), p.auth,
    case when reply ? 'daily_quota_bytes' then 'quota' else '' end, gen_random_uuid(), told[1]);
  -- Who has no password here, and showed one, showed it to a directory.
  if nonce is null then
    if is_by_address is not true and p.kind = 'user' and p.auth in ('PAP', 'EAP-TTLS')
      and p.nt_hash_sealed is null and p.ssha512 is null then
      select left('Proven by the directory ' || a.name, 200) into by_directory from users u
        join authentication_providers a on a.organization_id = u.organization_id
          and a.id::text = split_part(u.external_id, '/', 2)
        where u.organization_id = n.organization_id and u.id = p.user_id and u.external_id like 'provider/%';
    end if;
  end if;
  insert into authentication_log (organization_id, at, id, outcome, username, kind, user_id, auth_method,
    reason_detail, mac, device_type, device_os, ssid,
    access_point, access_point_mac, nas_address, network_id, network_client_id, vlan, session_class)
  values (n.organization_id, at, radius.new_id(at), 'accepted', p.known_as, p.kind, p.user_id, p.auth,
    by_directory, own_mac, p.facts #>> '{device,type}', p.facts #>> '{device,os}', n.ssid,
    coalesce(nullif(nas_id, ''), n.short_name), radius.access_point_mac(called), nas_address, n.network_id,
    n.client_id, reply ->> 'vlan', class);
  -- Its session goes on: from now on it is the account's.
  if is_by_address then
    if p.kind <> 'guest' then
      with own as (
        update accounting_sessions s set session_class = class, username = p.known_as, kind = p.kind,
          user_id = p.user_id
        where s.organization_id = n.organization_id and s.mac = own_mac and s.stopped_at is null and s.kind = 'guest'
          and s.network_client_id = n.client_id
        returning s.organization_id, s.id, s.started_at)
      insert into session_endings as e (organization_id, session_id, started_at, due_at)
        select organization_id, id, started_at, at + make_interval(secs => ends) from own where ends is not null
        on conflict on constraint session_endings_pkey do update set due_at = least(e.due_at, excluded.due_at),
          due_again = true;
    end if;
  end if;
  if radius.is_plain(p.known_as) then return next (1, name, 'User-Name', p.known_as, ':=')::radius.avp; end if;
  return next (2, name, 'Class', '0x' || encode(convert_to(class, 'UTF8'), 'hex'), ':=')::radius.avp;
  if is_by_address then return query select * from radius.portal_attributes(n, p, own_mac); end if;
  if is_attributed then
    said := array(select s from radius.account_attributes(n.organization_id, 'reply', p.user_id, p.group_id) s);
    if cardinality(said) > 0 then
      return query select * from radius.merge_attributes(reply, n.vendor, said);
      return;
    end if;
  end if;
  if reply ->> 'session_timeout' is not null then
    return next (4, null, 'Session-Timeout', reply ->> 'session_timeout', ':=')::radius.avp;
  end if;
  for i in 1 .. cardinality(told) / 2 loop
    return next (4 + i, null, told[2 * i], told[2 * i + 1], ':=')::radius.avp;
  end loop;
end;
$$;
revoke all on function radius.accept from public;
grant execute on function radius.accept to usher_radius;
