/** Reads and writes as its owner. The connection's own setting, usher.organization_id = '*', opens the tenant wall; functions name the organization themselves. */
export const asOwner = 'security definer set search_path = pg_catalog, radius, public, pg_temp';

export const identity = [
  `create type radius.avp as (id int, username text, attribute text, value text, op text)`,

  // rlm_sql runs a value in back quotes as a command, and expands one in double quotes: nothing of a tenant may look like that.
  `create function radius.is_plain(value text) returns boolean language sql immutable as $$ select value !~ '^[''"\`]' $$`,

  // Who asks: a known source, at a port that is its organization's. The default ports also serve what names no RADIUS server of its own.
  `create function radius.client(src text, port text, usual_auth text, usual_acct text) returns setof radius.avp language plpgsql stable ${asOwner} as $$
   declare
     c record;
     secret text;
   begin
     select k.organization_id, k.id, k.secret_sealed, k.require_message_authenticator into c
       from network_clients k join networks n on n.organization_id = k.organization_id and n.id = k.network_id
       join organizations o on o.id = k.organization_id
       left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
       where k.address >>= src::inet and not exists (select from organizations a where a.id = any (o.path) and a.disabled)
         and case when port in (usual_auth, usual_acct) then coalesce(s.auth_port, 1812) in (1812, usual_auth::int) else port::int in (s.auth_port, s.acct_port) end
       order by masklen(k.address) desc, n.ssid nulls first, k.id limit 1;
     secret := convert_from(radius.opened(c.secret_sealed), 'UTF8');
     if secret is null or not radius.is_plain(secret) then return; end if;
     return query select n, src, a, v, ':=' from (values
       (1, 'FreeRADIUS-Client-IP-Address', src), (2, 'FreeRADIUS-Client-Secret', secret),
       (3, 'FreeRADIUS-Client-Shortname', c.organization_id || '/' || c.id), (4, 'FreeRADIUS-Client-NAS-Type', 'other'),
       (5, 'FreeRADIUS-Client-Require-MA', case when c.require_message_authenticator then 'yes' else 'no' end),
       (6, 'FreeRADIUS-Client-Virtual-Server', 'wifi_' || replace(c.organization_id::text, '-', ''))) x (n, a, v);
   end $$`,

  `create type radius.place as (organization_id uuid, network_id uuid, client_id uuid, short_name text, vendor text, time_zone text, default_group_id uuid,
     accepts_unknown boolean, ssid text, reason text)`,

  // Of several networks that share a source, the SSID says which; its organization's records count.
  `create function radius.place_of(client text, called text) returns radius.place language plpgsql stable ${asOwner} as $$
   declare
     own record;
     place radius.place;
     its_ssid text;
     is_off boolean;
   begin
     select k.address, coalesce(s.auth_port, 1812) as port into own
       from network_clients k join networks n on n.organization_id = k.organization_id and n.id = k.network_id
       left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
       where k.organization_id = nullif(split_part(client, '/', 1), '')::uuid and k.id = nullif(split_part(client, '/', 2), '')::uuid;
     if not found then place.reason := 'unknown_client'; return place; end if;
     select k.organization_id, k.network_id, k.id, k.short_name, k.vendor, o.time_zone, n.default_group_id, n.unknown_users = 'accept', radius.ssid(called)
       into place
       from network_clients k join networks n on n.organization_id = k.organization_id and n.id = k.network_id
       join organizations o on o.id = k.organization_id
       left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
       where k.address = own.address and coalesce(s.auth_port, 1812) = own.port
       order by n.ssid is not distinct from radius.ssid(called) desc, n.ssid is null desc, k.id limit 1;
     select n.ssid, exists (select from organizations a where a.id = any (o.path) and a.disabled) into its_ssid, is_off
       from networks n join organizations o on o.id = n.organization_id where n.organization_id = place.organization_id and n.id = place.network_id;
     if is_off then place.reason := 'organization_suspended';
     elsif its_ssid <> place.ssid then place.reason := 'ssid_not_allowed'; end if;
     return place;
   end $$`,

  `create function radius.policies_of(organization uuid) returns jsonb language sql stable as $$
     select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'priority', p.priority, 'enabled', p.enabled, 'match', p.match,
       'conditions', p.conditions, 'effect', p.effect, 'reply', p.reply)), '[]') from public.policies p where p.organization_id = organization and p.enabled $$`,

  `create type radius.party as (kind text, subject_id uuid, user_id uuid, known_as text, auth text, facts jsonb, hindrance text, group_id uuid, nt_hash_sealed bytea,
     ssha512 text, clear text, max_devices int, ends_at timestamptz)`,

  // Who tries. method: tls, PEAP, TTLS, chap, mschap, or empty (PAP, or a device by its MAC address). facts: as AccessFacts; hindrance: what only RADIUS can see.
  `create function radius.party_of(organization uuid, name text, calling text, method text, at timestamptz) returns radius.party language plpgsql stable ${asOwner} as $$
   declare
     p radius.party;
     mac_of_caller text := radius.mac(calling);
     mac_as_name text := radius.mac(name);
     u users; v vouchers; d devices; c certificates;
   begin
     p.auth := case method when 'tls' then 'EAP-TLS' when 'TLS' then 'EAP-TLS' when 'TTLS' then 'EAP-TTLS' when 'PEAP' then 'PEAP' when 'chap' then 'CHAP' when 'mschap' then 'MSCHAPv2' else 'PAP' end;
     p.known_as := name;
     if mac_of_caller is not null then select * into d from devices x where x.organization_id = organization and x.mac = mac_of_caller; end if;
     if p.auth = 'EAP-TLS' then
       select * into c from certificates x where x.organization_id = organization and x.serial = name;
       p.kind := 'certificate';
       p.hindrance := case when c.id is null or c.purpose <> 'client' then 'unknown_certificate' when c.revoked_at is not null then 'certificate_revoked'
         when c.expires_at <= at then 'certificate_expired' end;
       if c.device_id is not null then select * into d from devices x where x.organization_id = organization and x.id = c.device_id; end if;
       select * into u from users x where x.organization_id = organization and x.id = coalesce(c.user_id, d.user_id);
       p.subject_id := c.id; p.ends_at := c.expires_at; p.known_as := coalesce(u.username, c.common_name, name);
     else
       select * into u from users x where x.organization_id = organization and x.username_key = radius.fold(btrim(normalize(name)));
       if u.id is not null then
         p.kind := 'user'; p.subject_id := u.id; p.known_as := u.username; p.nt_hash_sealed := u.nt_hash_sealed; p.ssha512 := u.password_ssha512; p.max_devices := u.max_devices;
       else
         select * into v from vouchers x where x.organization_id = organization and x.code_key = upper(regexp_replace(name, '[\\s-]', '', 'g'));
         if v.id is not null then
           -- The code is the password too, in the notation in which it was given as the name.
           p.kind := 'voucher'; p.subject_id := v.id; p.known_as := v.code; p.clear := name; p.max_devices := v.max_devices;
         elsif mac_as_name is not null and coalesce(method, '') in ('', 'chap') then
           -- Never within a tunnel: there the address is only said, and any password would do.
           p.kind := 'device'; p.auth := 'MAC'; p.subject_id := d.id; p.known_as := coalesce(d.mac, name);
           if mac_of_caller is distinct from mac_as_name then p.hindrance := 'mac_mismatch'; end if;
           select * into u from users x where x.organization_id = organization and x.id = d.user_id;
         end if;
       end if;
     end if;
     p.user_id := u.id;
     p.group_id := coalesce(case when p.kind = 'device' or c.device_id is not null then d.group_id end, u.group_id, v.group_id);
     p.facts := jsonb_build_object('authMethod', p.auth, 'at', at,
       'user', case when u.id is not null then jsonb_build_object('disabled', u.disabled, 'validFrom', u.valid_from, 'validUntil', u.valid_until) end,
       'voucher', case when v.id is not null then jsonb_build_object('revokedAt', v.revoked_at, 'firstUsedAt', v.first_used_at, 'durationSeconds', v.duration_seconds, 'validUntil', v.valid_until) end,
       'device', case when d.id is not null then jsonb_build_object('type', d.type, 'disabled', d.disabled, 'validUntil', d.valid_until) end);
     return p;
   end $$`,

  // {"reason", "policy", "policy_id", "reply"} of that party at that place; src: the address that the packet came from.
  `create function radius.decision(n radius.place, p radius.party, src text, at timestamptz) returns jsonb language plpgsql stable ${asOwner} as $$
   declare
     decision jsonb;
     ends int := floor(extract(epoch from p.ends_at - at))::int;
   begin
     if coalesce(n.reason, p.hindrance) is not null then return jsonb_build_object('reason', coalesce(n.reason, p.hindrance), 'reply', '{}'::jsonb); end if;
     decision := radius.evaluate(p.facts || jsonb_build_object('ssid', n.ssid, 'timeZone', n.time_zone, 'client', jsonb_build_object('address', src, 'name', n.short_name),
       'group', (select jsonb_build_object('id', g.id, 'policy', g.policy) from user_groups g where g.organization_id = n.organization_id and g.id = p.group_id)),
       radius.policies_of(n.organization_id));
     if ends is null or decision ->> 'reason' is not null then return decision; end if;
     return jsonb_set(decision, '{reply,session_timeout}', to_jsonb(greatest(1, least(ends, (decision #>> '{reply,session_timeout}')::int))));
   end $$`,
];
