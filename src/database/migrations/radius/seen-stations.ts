import { accounting } from './accounting.js';
import { deniedAtOnce } from './denied-at-once.js';
import { eventFacts } from './event-facts.js';
import { asOwner } from './identity.js';
import { leanerDecision } from './leaner-decision.js';
import { rungEndings } from './rung-endings.js';
import { signIn } from './sign-in.js';

function released(from: readonly string[], name: string): string {
  const found = from.find((each) => each.includes(`function ${name}(`) && each.startsWith('create')) ?? '';
  return found.replace('create function', 'create or replace function');
}

const partyOf = released(leanerDecision, 'radius.party_of');
const accept = released(deniedAtOnce, 'radius.accept');
const reject = released(eventFacts, 'radius.reject');
const beginVoucher = released(signIn, 'radius.begin_voucher');
const endSessions = released(accounting, 'radius.end_sessions');
const endingsOfVouchers = released(rungEndings, 'usher_end_sessions_of_vouchers');

/** Beginnings, hexadecimal, of the Cisco-AVPairs that say what a device is: dhcp-option=, http-tlv=, dc-. */
const telling = ['dhcp-option=', 'http-tlv=', 'dc-'].map((name) => `'${Buffer.from(name).toString('hex')}%'`);
const seen = 'radius.seen_before(n.organization_id, radius.mac(calling), at)';
const typeOnly = "p.facts #>> '{device,type}', ";
const loggedType = "radius.mac(calling), p.facts #>> '{device,type}', n.ssid";
const logged = (sql: string): string =>
  sql
    .replace('mac, device_type, ssid', 'mac, device_type, device_os, ssid')
    .replace(loggedType, "radius.mac(calling), p.facts #>> '{device,type}', p.facts #>> '{device,os}', n.ssid");
const registered = "coalesce(nullif(p.facts -> 'device', 'null'), '{}')";

/**
 * Sessions know what their access point says of the device, and how it signed in, also where the access point does not repeat Class: then the
 * sign-in is found by name and station. Their events tell it.
 */
export const seenStations = [
  'alter table accounting_sessions add column seen jsonb',
  // What was last heard of a station; empty where access points say nothing.
  'create index accounting_sessions_seen on accounting_sessions (organization_id, mac, started_at) where seen is not null',

  // src/radius/stations/seen-station.wire.ts reads it.
  `create function radius.seen(av_pairs text, aruba_device_type text, ruckus_os_type text, ruckus_os_class text, ruckus_host_name text)
     returns jsonb language plpgsql immutable as $$
   begin
     if concat(av_pairs, aruba_device_type, ruckus_os_type, ruckus_os_class, ruckus_host_name) = '' then return null; end if;
     return nullif(jsonb_strip_nulls(jsonb_build_object(
       'avPairs', (select left(string_agg(p, ':' order by i), 4000) from unnest(string_to_array(av_pairs, ':')) with ordinality x (p, i)
         where p like any (array[${telling.join(', ')}])),
       'arubaDeviceType', nullif(left(aruba_device_type, 100), ''), 'ruckusOsType', nullif(left(ruckus_os_type, 100), ''),
       'ruckusOsClass', nullif(left(ruckus_os_class, 100), ''), 'ruckusHostName', nullif(left(ruckus_host_name, 100), ''))), '{}');
   end $$`,

  // These are PL/pgSQL for its kept plans: a function in SQL is planned anew with each packet.
  `create function radius.seen_before(organization uuid, station text, now_is timestamptz) returns jsonb language plpgsql stable as $$
   begin
     return (select s.seen from public.accounting_sessions s where s.organization_id = organization and s.mac = station and s.seen is not null
       and s.started_at > now_is - interval '30 days' order by s.started_at desc limit 1);
   end $$`,

  // As registered: under its address, or as the holder of the certificate that it showed.
  `create function radius.device_of(organization uuid, station text, told text) returns jsonb language plpgsql stable as $$
   declare
     device jsonb;
   begin
     select jsonb_build_object('type', d.type, 'os', d.os) into device from public.devices d where d.organization_id = organization and d.mac = station;
     if device is null and told like 'certificate:%' then
       select jsonb_build_object('type', d.type, 'os', d.os) into device
         from public.certificates c join public.devices d on d.organization_id = c.organization_id and d.id = c.device_id
         where c.organization_id = organization and c.id = nullif(split_part(told, ':', 3), '')::uuid;
     end if;
     return device;
   end $$`,

  `create function radius.emit(organization uuid, at timestamptz, event text, username text, auth text, mac text, device jsonb, seen jsonb,
     access_point text, access_point_mac text, specifics jsonb) returns void language plpgsql volatile as $$
   begin
     insert into public.outbox_events (organization_id, id, event, payload, holds_facts, created_at)
     values (organization, radius.new_id(at), event, (jsonb_build_object('at', radius.instant(at), 'mac', mac, 'device', device, 'seen', seen,
       'username', username, 'authMethod', auth, 'accessPoint', access_point, 'accessPointMac', access_point_mac) || specifics)::text, true, at);
   end $$`,

  // Of a session: how it signed in stands in its class.
  `create function radius.tell(s public.accounting_sessions, event text, at timestamptz) returns void language plpgsql volatile as $$
   begin
     perform radius.emit(s.organization_id, at, event, s.username, nullif(split_part(s.session_class, ':', 5), ''), s.mac,
       radius.device_of(s.organization_id, s.mac, s.session_class), s.seen, s.access_point, s.access_point_mac, '{}');
   end $$`,

  /*
   * What Class would have said, where an access point does not repeat it: of the latest sign-in by this name from this station, else by this
   * name; a name that nobody has (an outer identity) is whoever signed in from the station. Who signed in long ago is known by the name.
   */
  `create function radius.class_of_sign_in(n radius.place, name text, station text, now_is timestamptz) returns text
     language plpgsql stable ${asOwner} as $$
   declare
     p radius.party := radius.party_of(n.organization_id, name, station, '', now_is);
     wanted text := radius.fold(btrim(normalize(coalesce(p.known_as, ''))));
     is_known boolean := p.subject_id is not null;
     found text;
     is_named boolean := false;
   begin
     select l.session_class, l.username_key = wanted into found, is_named from authentication_log l
       where l.organization_id = n.organization_id and l.mac = station and l.outcome = 'accepted' and l.session_class is not null
         and l.at between now_is - interval '7 days' and now_is + interval '1 minute'
       order by l.username_key = wanted desc nulls last, l.at desc limit 1;
     if is_named then return found; end if;
     if is_known then
       found := null;
       select l.session_class into found from authentication_log l
         where l.organization_id = n.organization_id and l.username_key = wanted and l.outcome = 'accepted' and l.session_class is not null
           and l.at between now_is - interval '7 days' and now_is + interval '1 minute'
         order by l.at desc limit 1;
       if found is null then
         found := concat_ws(':', p.kind, coalesce(p.user_id::text, ''), p.subject_id::text, '', '', '', gen_random_uuid(), '');
       end if;
     end if;
     return found;
   end $$`,

  endSessions
    .replace(/perform radius\.emit\([^\n]*\n/, "perform radius.tell(s, 'device.disconnected', at);\n")
    .replace('s record;', 's accounting_sessions;'),

  'drop function radius.account(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text)',
  // Writes the session that a packet is about; its id, or null when nobody knows whose it is.
  `create function radius.account(status text, client text, unique_id text, session_id text, username text, class text, nas_address text,
     nas_id text, nas_port text, calling text, called text, framed text, seconds text, delay text, octets_in text, giga_in text, octets_out text,
     giga_out text, cause text, av_pairs text default '', aruba_device_type text default '', ruckus_os_type text default '',
     ruckus_os_class text default '', ruckus_host_name text default '') returns uuid language plpgsql volatile ${asOwner} as $$
   declare
     at timestamptz := date_trunc('milliseconds', clock_timestamp()) - make_interval(secs => least(radius.whole(delay), 3600));
     n radius.place := radius.place_of(client, called);
     s accounting_sessions;
     told text;
     heard jsonb;
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
     heard := radius.seen(av_pairs, aruba_device_type, ruckus_os_type, ruckus_os_class, ruckus_host_name);
     -- Packets of one session one after the other: the same one may come twice at once.
     perform pg_advisory_xact_lock(hashtext(unique_id));
     select * into s from accounting_sessions x where x.organization_id = n.organization_id and x.unique_id = account.unique_id
         and x.started_at > at - interval '60 days'
       order by x.started_at desc limit 1;
     -- Access points use their ids again; what is late is about the session that has ended.
     if s.id is not null and s.stopped_at is not null
       and (status = 'Start' and at > s.stopped_at or status <> 'Start' and at > s.stopped_at + interval '5 minutes') then s := null; end if;
     if s.id is null then
       if told is null or told !~ '^(user|voucher|device|certificate|guest):' then
         told := coalesce(radius.class_of_sign_in(n, username, radius.mac(calling), at), told);
       end if;
       insert into accounting_sessions (organization_id, started_at, id, unique_id, session_id, session_class, username, kind, user_id, mac,
           ip_address, ssid, access_point, access_point_mac, nas_address, nas_port, network_id, network_client_id, updated_at, stopped_at,
           session_seconds, input_octets, output_octets, terminate_cause, seen)
         values (n.organization_id, at - make_interval(secs => least(radius.whole(seconds), 31536000)), radius.new_id(at), unique_id, session_id,
           told, nullif(username, ''), substring(told from '^(\\w+):'),
           substring(told from '^\\w+:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid, radius.mac(calling), nullif(framed, ''), n.ssid,
           access_point, radius.access_point_mac(called), nas_address, nullif(nas_port, ''), n.network_id, n.client_id, at,
           case when is_over then at end, radius.whole(seconds), radius.octets(octets_in, giga_in), radius.octets(octets_out, giga_out),
           nullif(cause, ''), coalesce(heard, radius.seen_before(n.organization_id, radius.mac(calling), at)))
         returning * into s;
       perform radius.tell(s, 'device.connected', at);
       -- Whoever was changed, or lost access, between the login and the first word of the session is looked at at once.
       if not is_over and (
         s.user_id is not null and not exists (select from users u where u.organization_id = s.organization_id and u.id = s.user_id
           and (u.updated_at = u.created_at or u.updated_at < at - interval '1 minute'))
         or s.kind = 'voucher' and not exists (select from vouchers v where v.organization_id = s.organization_id
           and v.id = nullif(split_part(told, ':', 3), '')::uuid and v.revoked_at is null)
         or s.kind = 'certificate' and not exists (select from certificates c where c.organization_id = s.organization_id
           and c.id = nullif(split_part(told, ':', 3), '')::uuid and c.revoked_at is null)
         or s.kind = 'device' and not exists (select from devices d where d.organization_id = s.organization_id and d.mac = s.mac
           and (d.updated_at = d.created_at or d.updated_at < at - interval '1 minute'))) then
         insert into session_endings (organization_id, session_id, started_at, due_at)
           values (s.organization_id, s.id, s.started_at, date_trunc('milliseconds', clock_timestamp()));
       elsif not is_over and split_part(told, ':', 4) ~ '^\\d{1,12}$' then
         insert into session_endings (organization_id, session_id, started_at, due_at)
           values (s.organization_id, s.id, s.started_at, to_timestamp(split_part(told, ':', 4)::bigint));
       end if;
       if is_over then perform radius.tell(s, 'device.disconnected', at); end if;
       return s.id;
     end if;
     update accounting_sessions x set updated_at = greatest(x.updated_at, at), stopped_at = coalesce(x.stopped_at, case when is_over then at end),
         session_seconds = greatest(x.session_seconds, radius.whole(seconds)),
         input_octets = greatest(x.input_octets, radius.octets(octets_in, giga_in)),
         output_octets = greatest(x.output_octets, radius.octets(octets_out, giga_out)), ip_address = coalesce(nullif(framed, ''), x.ip_address),
         terminate_cause = coalesce(nullif(cause, ''), x.terminate_cause),
         seen = case when heard is null then x.seen else coalesce(x.seen, '{}') || heard end
       where x.organization_id = s.organization_id and x.started_at = s.started_at and x.id = s.id returning x.seen into s.seen;
     -- Whose volume is counted is looked at when there is more of it.
     if not is_over and s.stopped_at is null and split_part(s.session_class, ':', 6) = 'quota' then
       insert into session_endings as e (organization_id, session_id, started_at, due_at) values (s.organization_id, s.id, s.started_at, at)
         on conflict on constraint session_endings_pkey do update set due_at = least(e.due_at, excluded.due_at);
     end if;
     if is_over and s.stopped_at is null then
       perform radius.ended(s.organization_id, s.id, at);
       perform radius.tell(s, 'device.disconnected', at);
     end if;
     return s.id;
   exception when data_exception then return null;
   end $$`,

  // What is registered of the device goes into log and events as a whole.
  partyOf.replaceAll("jsonb_build_object('type', d.type, ", "jsonb_build_object('type', d.type, 'os', d.os, "),
  logged(accept),
  logged(reject).replaceAll(
    `radius.mac(calling), ${typeOnly}access_point,`,
    `radius.mac(calling), ${registered}, ${seen}, access_point,`,
  ),
  beginVoucher.replace(
    `radius.mac(calling), ${typeOnly}coalesce`,
    `radius.mac(calling), ${registered}, ${seen}, coalesce`,
  ),

  // Accounting may name a voucher in another notation than ours.
  endingsOfVouchers.replaceAll(
    's.username_key = radius.fold(x.code)',
    "split_part(s.session_class, ':', 3) = x.id::text",
  ),

  `revoke all on function radius.seen(text, text, text, text, text), radius.seen_before(uuid, text, timestamptz), radius.device_of(uuid, text, text),
     radius.emit(uuid, timestamptz, text, text, text, text, jsonb, jsonb, text, text, jsonb), radius.tell(accounting_sessions, text, timestamptz),
     radius.class_of_sign_in(radius.place, text, text, timestamptz), radius.account from public`,
  'grant execute on function radius.account to usher_radius',
];

export const withoutSeenStations = [
  endingsOfVouchers,
  beginVoucher,
  reject,
  accept,
  partyOf,
  endSessions,
  'drop function radius.account',
  released(accounting, 'radius.account'),
  'revoke all on function radius.account from public',
  'grant execute on function radius.account to usher_radius',
  'drop function radius.class_of_sign_in(radius.place, text, text, timestamptz)',
  'drop function radius.tell(accounting_sessions, text, timestamptz)',
  'drop function radius.emit(uuid, timestamptz, text, text, text, text, jsonb, jsonb, text, text, jsonb)',
  'drop function radius.device_of(uuid, text, text)',
  'drop function radius.seen_before(uuid, text, timestamptz)',
  'drop function radius.seen(text, text, text, text, text)',
  'drop index accounting_sessions_seen',
  'alter table accounting_sessions drop column seen',
];
