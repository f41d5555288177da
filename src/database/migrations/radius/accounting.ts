import { asOwner } from './identity.js';

/** Accounting must never fail on odd input: without a response the access point would send the packet for ever. */
export const accounting = [
  `create function radius.whole(t text) returns bigint language sql immutable as $$ select case when t ~ '^\\d{1,18}$' then t::bigint else 0 end $$`,

  // Octets beyond 4 GiB are told in a second attribute (RFC 2869, section 5.1).
  `create function radius.octets(low text, gigawords text) returns bigint language sql immutable as $$
     select radius.whole(low) + (case when gigawords ~ '^\\d{1,9}$' then gigawords::bigint else 0 end << 32) $$`,

  // What was asked to end stays as a record that it did; what was only watched is forgotten.
  `create function radius.ended(organization uuid, session uuid, at timestamptz) returns void language plpgsql volatile as $$
   begin
     delete from session_endings e where e.organization_id = organization and e.session_id = session and e.asked_at is null;
     update session_endings e set due_at = 'infinity', confirmed_at = at, lease_until_at = null where e.organization_id = organization and e.session_id = session;
   end $$`,

  `create function radius.text_of(bytes bytea) returns text language plpgsql immutable strict as $$
   begin
     return convert_from(bytes, 'UTF8');
   exception when data_exception then return null;
   end $$`,

  `create function radius.end_sessions(n radius.place, nas text, cause text, at timestamptz) returns int language plpgsql volatile ${asOwner} as $$
   declare
     s record;
     ended int := 0;
   begin
     for s in update accounting_sessions x set stopped_at = at, updated_at = at, terminate_cause = cause
         where x.organization_id = n.organization_id and x.network_client_id = n.client_id and x.nas_address is not distinct from nas and x.stopped_at is null returning x.* loop
       ended := ended + 1;
       perform radius.ended(s.organization_id, s.id, at);
       perform radius.emit(s.organization_id, at, 'device.disconnected', s.username, null, s.mac, null, s.access_point, s.access_point_mac, '{}');
     end loop;
     return ended;
   end $$`,

  // Writes the session that a packet is about; its id, or null when nobody knows whose it is.
  `create function radius.account(status text, client text, unique_id text, session_id text, username text, class text, nas_address text, nas_id text, nas_port text, calling text, called text,
     framed text, seconds text, delay text, octets_in text, giga_in text, octets_out text, giga_out text, cause text) returns uuid language plpgsql volatile ${asOwner} as $$
   declare
     at timestamptz := date_trunc('milliseconds', clock_timestamp()) - make_interval(secs => least(radius.whole(delay), 3600));
     n radius.place := radius.place_of(client, called);
     s accounting_sessions;
     told text;
     access_point text := coalesce(nullif(nas_id, ''), n.short_name);
     is_over boolean := status = 'Stop';
   begin
     if n.organization_id is null then return null; end if;
     if status in ('Accounting-On', 'Accounting-Off') then
       perform radius.end_sessions(n, nas_address, status, at);
       return null;
     end if;
     -- What we said in Class when we let it in; another server's may be any bytes.
     if class ~* '^0x([0-9a-f]{2})+$' then told := radius.text_of(decode(substr(class, 3), 'hex')); end if;
     -- Packets of one session one after the other: the same one may come twice at once.
     perform pg_advisory_xact_lock(hashtext(unique_id));
     select * into s from accounting_sessions x where x.organization_id = n.organization_id and x.unique_id = account.unique_id and x.started_at > at - interval '60 days'
       order by x.started_at desc limit 1;
     -- Access points use their ids again; what is late is about the session that has ended.
     if s.id is not null and s.stopped_at is not null and (status = 'Start' and at > s.stopped_at or status <> 'Start' and at > s.stopped_at + interval '5 minutes') then s := null; end if;
     if s.id is null then
       insert into accounting_sessions (organization_id, started_at, id, unique_id, session_id, session_class, username, kind, user_id, mac, ip_address, ssid, access_point, access_point_mac, nas_address,
           nas_port, network_id, network_client_id, updated_at, stopped_at, session_seconds, input_octets, output_octets, terminate_cause)
         values (n.organization_id, at - make_interval(secs => least(radius.whole(seconds), 31536000)), radius.new_id(at), unique_id, session_id, told, nullif(username, ''),
           substring(told from '^(\\w+):'), substring(told from '^\\w+:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid, radius.mac(calling), nullif(framed, ''), n.ssid, access_point,
           radius.access_point_mac(called), nas_address, nullif(nas_port, ''), n.network_id, n.client_id, at, case when is_over then at end, radius.whole(seconds),
           radius.octets(octets_in, giga_in), radius.octets(octets_out, giga_out), nullif(cause, ''))
         returning * into s;
       perform radius.emit(n.organization_id, at, 'device.connected', s.username, null, s.mac, null, access_point, s.access_point_mac, '{}');
       if not is_over and split_part(told, ':', 4) ~ '^\\d{1,12}$' then
         insert into session_endings (organization_id, session_id, started_at, due_at) values (s.organization_id, s.id, s.started_at, to_timestamp(split_part(told, ':', 4)::bigint));
       end if;
       if is_over then perform radius.emit(n.organization_id, at, 'device.disconnected', s.username, null, s.mac, null, access_point, s.access_point_mac, '{}'); end if;
       return s.id;
     end if;
     update accounting_sessions x set updated_at = greatest(x.updated_at, at), stopped_at = coalesce(x.stopped_at, case when is_over then at end),
         session_seconds = greatest(x.session_seconds, radius.whole(seconds)), input_octets = greatest(x.input_octets, radius.octets(octets_in, giga_in)),
         output_octets = greatest(x.output_octets, radius.octets(octets_out, giga_out)), ip_address = coalesce(nullif(framed, ''), x.ip_address),
         terminate_cause = coalesce(nullif(cause, ''), x.terminate_cause)
       where x.organization_id = s.organization_id and x.started_at = s.started_at and x.id = s.id;
     -- Whose volume is counted is looked at when there is more of it.
     if not is_over and s.stopped_at is null and split_part(s.session_class, ':', 6) = 'quota' then
       insert into session_endings as e (organization_id, session_id, started_at, due_at) values (s.organization_id, s.id, s.started_at, at)
         on conflict on constraint session_endings_pkey do update set due_at = least(e.due_at, excluded.due_at);
     end if;
     if is_over and s.stopped_at is null then perform radius.ended(s.organization_id, s.id, at); end if;
     if is_over and s.stopped_at is null then perform radius.emit(n.organization_id, at, 'device.disconnected', s.username, null, s.mac, null, s.access_point, s.access_point_mac, '{}'); end if;
     return s.id;
   exception when data_exception then return null;
   end $$`,
];
