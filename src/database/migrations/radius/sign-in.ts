import { asOwner } from './identity.js';

export const signIn = [
  // Of user and group, in the older form's tables: the user's last, as the last one counts. No session outlasts what the account has left.
  `create function radius.attributes_of(organization uuid, way text, of_user uuid, of_group uuid, most_seconds bigint) returns table (attribute text, value text, op text) language sql stable ${asOwner} as $$
     select a.attribute, case when lower(a.attribute) = 'session-timeout' and v ~ '^[0-9]{1,10}$' then least(v::bigint, most_seconds)::text else v end, a.op
     from radius_attributes a, lateral (select coalesce(a.value, convert_from(radius.opened(decode(a.value_sealed, 'base64')), 'UTF8')) as v) x
     where a.organization_id = organization and radius.is_plain(v) and (a.table_name = 'radgroup' || way and a.group_id = of_group or a.table_name = 'rad' || way and a.user_id = of_user)
     order by a.user_id is not null, a.id $$`,

  // May this one try, and by what is it told? One row with Wifi-Reason, or the password in the forms that FreeRADIUS can compare.
  `create function radius.authorize(client text, name text, calling text, called text, method text, src text) returns setof radius.avp language plpgsql stable ${asOwner} as $$
   declare
     at timestamptz := date_trunc('milliseconds', clock_timestamp());
     n radius.place := radius.place_of(client, called);
     p radius.party := radius.party_of(n.organization_id, name, calling, method, at);
     decision jsonb;
     reason text;
     nt text;
   begin
     p := radius.guest_of(n, p);
     decision := radius.decision(n, p, src, at);
     reason := coalesce(decision ->> 'reason', radius.limit_reached(n, p, decision -> 'reply', radius.mac(calling), at));
     if reason is not null then return next (1, name, 'Wifi-Reason', reason, ':=')::radius.avp; return; end if;
     return next (1, name, 'Wifi-Kind', p.kind, ':=')::radius.avp;
     if p.kind in ('device', 'guest') then return next (2, name, 'Auth-Type', 'Accept', ':=')::radius.avp; end if;
     nt := encode(radius.opened(p.nt_hash_sealed), 'hex');
     if nt is not null then return next (3, name, 'NT-Password', '0x' || nt, ':=')::radius.avp; end if;
     if p.ssha512 is not null then return next (4, name, 'Password-With-Header', '{SSHA512}' || p.ssha512, ':=')::radius.avp; end if;
     if p.clear is not null then return next (5, name, 'Cleartext-Password', p.clear, ':=')::radius.avp; end if;
     return query select 10, name, a.* from radius.attributes_of(n.organization_id, 'check', p.user_id, p.group_id, null) a;
   end $$`,

  // A network that takes everybody takes whom nobody knows into its default group; not through a tunnel, where a password must be compared.
  `create function radius.guest_of(n radius.place, p radius.party) returns radius.party language plpgsql immutable as $$
   begin
     if n.accepts_unknown and p.auth in ('PAP', 'MAC') and p.hindrance is null and p.subject_id is null then
       p.kind := 'guest'; p.auth := 'PAP'; p.group_id := n.default_group_id;
       p.facts := p.facts || '{"authMethod": "PAP", "user": {"disabled": false}}';
     end if;
     return p;
   end $$`,

  // Attributes of an Access-Accept for a reply; bandwidth in the words of the access point's maker.
  `create function radius.reply_attributes(reply jsonb, vendor text) returns setof radius.avp language sql immutable as $$
     with speed as (select (reply ->> 'bandwidth_down')::bigint as down, (reply ->> 'bandwidth_up')::bigint as up)
     select n, null::text, a, v, ':=' from speed, lateral (values
       (1, 'Tunnel-Type', case when reply ? 'vlan' then 'VLAN' end), (2, 'Tunnel-Medium-Type', case when reply ? 'vlan' then 'IEEE-802' end), (3, 'Tunnel-Private-Group-Id', reply ->> 'vlan'),
       (4, 'Session-Timeout', reply ->> 'session_timeout'), (5, 'Idle-Timeout', reply ->> 'idle_timeout'), (6, 'Acct-Interim-Interval', reply ->> 'acct_interim_interval'),
       (7, 'WISPr-Bandwidth-Max-Down', case when vendor <> 'mikrotik' then down::text end), (8, 'WISPr-Bandwidth-Max-Up', case when vendor <> 'mikrotik' then up::text end),
       (9, 'Mikrotik-Rate-Limit', case when vendor = 'mikrotik' and coalesce(up, down) is not null then coalesce(up / 1000, 0) || 'k/' || coalesce(down / 1000, 0) || 'k' end),
       (10, 'ChilliSpot-Bandwidth-Max-Down', case when vendor = 'coova' then (down / 1000)::text end), (11, 'ChilliSpot-Bandwidth-Max-Up', case when vendor = 'coova' then (up / 1000)::text end)
     ) x (n, a, v) where v is not null and radius.is_plain(v) $$`,

  // Limits that need what is going on just now: sessions that are open, accepts of the last half minute that have not become sessions, today's volume.
  `create function radius.limit_reached(n radius.place, p radius.party, reply jsonb, own_mac text, now_is timestamptz) returns text language plpgsql stable ${asOwner} as $$
   declare
     others int;
     at_once int := (reply ->> 'simultaneous_use')::int;
     quota bigint := (reply ->> 'daily_quota_bytes')::bigint;
   begin
     if p.kind not in ('user', 'voucher', 'certificate') then return null; end if;
     if least(at_once, p.max_devices) is not null then
       select count(distinct coalesce(m, '')) into others from (
         select s.mac as m from accounting_sessions s where s.organization_id = n.organization_id and s.username_key = radius.fold(p.known_as)
           and s.stopped_at is null and s.updated_at > now_is - interval '30 minutes'
         union all select l.mac from authentication_log l where l.organization_id = n.organization_id and l.username_key = radius.fold(p.known_as)
           and l.at > now_is - interval '30 seconds' and l.outcome = 'accepted'
           and not exists (select from accounting_sessions s where s.organization_id = l.organization_id and s.username_key = l.username_key and s.session_class = l.session_class and s.started_at > now_is - interval '1 day')
       ) x where m is distinct from own_mac;
       if others >= at_once then return 'too_many_sessions'; end if;
       if others >= p.max_devices then return 'device_limit'; end if;
     end if;
     -- By the day on which a session began, in the organization's own time.
     if quota is not null and quota <= (select coalesce(sum(s.input_octets + s.output_octets), 0) from accounting_sessions s
         where s.organization_id = n.organization_id and s.username_key = radius.fold(p.known_as)
           and s.started_at >= date_trunc('day', now_is at time zone n.time_zone) at time zone n.time_zone) then return 'over_quota'; end if;
     return null;
   end $$`,

  // The last gate, in the moment of acceptance: starts vouchers, writes the log, says what the session is given.
  `create function radius.accept(client text, name text, calling text, called text, method text, nas_id text, nas_address text, src text)
     returns setof radius.avp language plpgsql volatile ${asOwner} as $$
   declare
     at timestamptz := date_trunc('milliseconds', clock_timestamp());
     n radius.place := radius.place_of(client, called);
     p radius.party := radius.guest_of(n, radius.party_of(n.organization_id, name, calling, method, at));
     decision jsonb;
     reason text;
     ends int;
     class text;
   begin
     if p.kind = 'voucher' then
       -- One after the other, so that no more devices come in than it is for.
       perform from vouchers v where v.organization_id = n.organization_id and v.id = p.subject_id for update;
       p := radius.party_of(n.organization_id, name, calling, method, at);
     end if;
     decision := radius.decision(n, p, src, at);
     reason := coalesce(decision ->> 'reason', radius.limit_reached(n, p, decision -> 'reply', radius.mac(calling), at));
     if reason is not null then return next (1, name, 'Wifi-Reason', reason, ':=')::radius.avp; return; end if;
     if p.kind = 'voucher' and p.facts #>> '{voucher,firstUsedAt}' is null then perform radius.begin_voucher(n, p, calling, called, nas_id, at); end if;
     -- What accounting brings back: who it is, when the account or its hours end, how it was let in, whether its volume is counted.
     ends := least(radius.account_seconds(p.facts), floor(extract(epoch from p.ends_at - at))::int, radius.open_seconds(decision #>> '{reply,login_time}', at, n.time_zone));
     class := concat_ws(':', p.kind, coalesce(p.user_id::text, ''), coalesce(p.subject_id::text, ''), coalesce((extract(epoch from at)::bigint + ends)::text, ''), p.auth,
       case when decision -> 'reply' ? 'daily_quota_bytes' then 'quota' else '' end, gen_random_uuid());
     insert into authentication_log (organization_id, at, id, outcome, username, kind, user_id, auth_method, mac, device_type, ssid, access_point, access_point_mac, nas_address,
         network_id, network_client_id, vlan, session_class)
       values (n.organization_id, at, radius.new_id(at), 'accepted', p.known_as, p.kind, p.user_id, p.auth, radius.mac(calling), p.facts #>> '{device,type}', n.ssid,
         coalesce(nullif(nas_id, ''), n.short_name), radius.access_point_mac(called), nas_address, n.network_id, n.client_id, decision #>> '{reply,vlan}', class);
     if radius.is_plain(p.known_as) then return next (1, name, 'User-Name', p.known_as, ':=')::radius.avp; end if;
     return next (2, name, 'Class', '0x' || encode(convert_to(class, 'UTF8'), 'hex'), ':=')::radius.avp;
     return query select * from radius.reply_attributes(decision -> 'reply', n.vendor);
     return query select 100, name, a.* from radius.attributes_of(n.organization_id, 'reply', p.user_id, p.group_id, (decision #>> '{reply,session_timeout}')::bigint) a;
   end $$`,

  // First use: from now on its time runs; the guest is told of as registered.
  `create function radius.begin_voucher(n radius.place, p radius.party, calling text, called text, nas_id text, at timestamptz) returns void language plpgsql volatile ${asOwner} as $$
   declare
     v vouchers;
   begin
     update vouchers x set first_used_at = at, revision = x.revision + 1, updated_at = at where x.organization_id = n.organization_id and x.id = p.subject_id returning * into v;
     insert into guest_registrations (organization_id, created_at, id, method, username, mac, ssid, access_point, valid_until)
       values (n.organization_id, at, radius.new_id(at), 'voucher', v.code, radius.mac(calling), n.ssid, coalesce(nullif(nas_id, ''), n.short_name), at + make_interval(secs => v.duration_seconds));
     perform radius.emit(n.organization_id, at, 'guest.registered', p.known_as, p.auth, radius.mac(calling), p.facts #>> '{device,type}', coalesce(nullif(nas_id, ''), n.short_name),
       radius.access_point_mac(called), jsonb_build_object('guest', jsonb_build_object('id', v.id, 'first_name', null, 'last_name', null, 'email', null, 'phone', null, 'captive_portal', null)));
   end $$`,

  // Why it was refused: what we said, or what FreeRADIUS found when it compared.
  `create function radius.reason_of(reason text, detail text) returns text language sql immutable as $$
     select coalesce(nullif(reason, ''), case when detail ~* 'No NT-Password|Cleartext-Password is required|No .*password' then 'method_not_possible'
       when detail ~* 'expired' then 'certificate_expired' when detail ~* '(incorrect|does not match|mismatch)' then 'wrong_password'
       when detail ~* 'unknown CA|Alert read' then 'client_refused_server_certificate' when detail ~* 'tls|ssl' then 'tls_failure' else 'failed' end) $$`,

  `create function radius.reject(client text, name text, calling text, called text, method text, nas_id text, nas_address text, src text, said text, detail text)
     returns uuid language plpgsql volatile ${asOwner} as $$
   declare
     at timestamptz := date_trunc('milliseconds', clock_timestamp());
     id uuid := radius.new_id(at);
     n radius.place := radius.place_of(client, called);
     p radius.party := radius.party_of(n.organization_id, name, calling, method, at);
     reason text := radius.reason_of(said, detail);
     policy jsonb;
     access_point text := coalesce(nullif(nas_id, ''), n.short_name);
   begin
     if n.organization_id is null then return null; end if;
     if reason = 'policy_denied' then policy := radius.decision(n, p, src, at); end if;
     insert into authentication_log (organization_id, at, id, outcome, username, kind, user_id, auth_method, reason, reason_detail, mac, device_type, ssid, access_point, access_point_mac, nas_address,
         network_id, network_client_id, policy_id)
       values (n.organization_id, at, id, 'rejected', p.known_as, p.kind, p.user_id, p.auth, reason, left(nullif(detail, ''), 200), radius.mac(calling), p.facts #>> '{device,type}', n.ssid, access_point,
         radius.access_point_mac(called), nas_address, n.network_id, n.client_id, (policy ->> 'policy_id')::uuid);
     -- Failed: what was shown did not do. Rejected: a rule says no.
     perform radius.emit(n.organization_id, at,
       case when reason in ('wrong_password', 'unknown_user', 'unknown_device', 'unknown_certificate', 'method_not_possible', 'tls_failure', 'client_refused_server_certificate', 'certificate_expired', 'failed')
         then 'auth.failed' else 'auth.rejected' end,
       p.known_as, p.auth, radius.mac(calling), p.facts #>> '{device,type}', access_point, radius.access_point_mac(called),
       jsonb_build_object('reason', initcap(left(replace(reason, '_', ' '), 1)) || substr(replace(reason, '_', ' '), 2), 'reason_code', reason));
     if policy ->> 'policy_id' is not null then
       perform radius.emit(n.organization_id, at, 'policy.violated', p.known_as, p.auth, radius.mac(calling), p.facts #>> '{device,type}', access_point, radius.access_point_mac(called),
         jsonb_build_object('policy', jsonb_build_object('id', policy ->> 'policy_id', 'name', policy ->> 'policy'), 'rule', jsonb_build_object('field', 'effect', 'op', 'eq', 'value', 'deny')));
     end if;
     return id;
   end $$`,
];
