import { asOwner } from './identity.js';

export const attributed = `exists (select from radius_attributes a where a.organization_id = n.organization_id and a.user_id = p.user_id)
       or exists (select from radius_attributes a where a.organization_id = n.organization_id and a.group_id = p.group_id)`;

/** In the order in which FreeRADIUS gives them (deploy/freeradius/modules.conf). */
export const gate =
  'client text, name text, calling text, called text, method text, nas_id text, nas_address text, src text';

/**
 * A login by PAP as one question: the last gate, asked with proofs of the password instead of after FreeRADIUS compared it. Proofs are digests over a key that only this session and
 * FreeRADIUS know, the request's own random number, and the NT hash or a voucher's code: a statement that is written into a log tells nothing of the password.
 */
export const loginAtOnce = [
  // Whether what was shown is this account's. Nobody's, or none that can be proven so: not true.
  `create function radius.is_proven(p radius.party, nonce text, hash_proof text, code_proof text) returns boolean language plpgsql stable as $$
   declare
     salt text := current_setting('usher.radius_proof_key', true) || nonce;
   begin
     case p.kind
     when 'user' then return encode(sha256(convert_to(salt || encode(radius.opened(p.nt_hash_sealed), 'hex'), 'UTF8')), 'hex') = hash_proof;
     when 'voucher' then return encode(sha256(convert_to(salt || p.clear, 'UTF8')), 'hex') = code_proof;
     -- By its address, or where everybody is welcome: no password counts.
     when 'device', 'guest' then return true;
     else return false;
     end case;
   end $$`,

  // The last gate, in the moment of acceptance: starts vouchers, writes the log, says what the session is given. With a nonce it answers only whom the proofs are right for, and
  // who has nothing that FreeRADIUS must compare: nobody else is let in, started or written down by it.
  `create function radius.accept(${gate}, nonce text default null, hash_proof text default null, code_proof text default null)
     returns setof radius.avp language plpgsql volatile ${asOwner} as $$
   declare
     at timestamptz := date_trunc('milliseconds', clock_timestamp());
     n radius.place := radius.place_of(client, called);
     p radius.party := radius.party_of(n.organization_id, name, calling, method, at);
     is_attributed boolean;
     decision jsonb;
     reply jsonb;
     reason text;
     ends int;
     class text;
     said radius.avp[];
   begin
     if n.accepts_unknown then p := radius.guest_of(n, p); end if;
     if nonce is not null and radius.is_proven(p, nonce, hash_proof, code_proof) is not true then return; end if;
     is_attributed := ${attributed};
     if nonce is not null and is_attributed and p.kind in ('user', 'voucher') and exists (select from radius.said_of(n.organization_id, 'check', p.user_id, p.group_id)) then return; end if;
     if p.kind = 'voucher' then
       -- One after the other, so that no more devices come in than it is for.
       perform from vouchers v where v.organization_id = n.organization_id and v.id = p.subject_id for update;
       p := radius.party_of(n.organization_id, name, calling, method, at);
     end if;
     decision := radius.decision(n, p, src, at);
     reply := decision -> 'reply';
     reason := decision ->> 'reason';
     if reason is null and (p.max_devices is not null or reply ?| array['simultaneous_use', 'daily_quota_bytes']) then reason := radius.limit_reached(n, p, reply, radius.mac(calling), at); end if;
     if reason is not null then return next (1, name, 'Wifi-Reason', reason, ':=')::radius.avp; return; end if;
     if p.kind = 'voucher' and p.facts #>> '{voucher,firstUsedAt}' is null then perform radius.begin_voucher(n, p, calling, called, nas_id, at); end if;
     -- What accounting brings back: who it is, when the account or its hours end, how it was let in, whether its volume is counted, what it was given.
     ends := least(radius.account_seconds(p.facts), floor(extract(epoch from p.ends_at - at))::int);
     if reply ? 'login_time' then ends := least(ends, radius.open_seconds(reply ->> 'login_time', at, n.time_zone)); end if;
     class := concat_ws(':', p.kind, coalesce(p.user_id::text, ''), coalesce(p.subject_id::text, ''), coalesce((extract(epoch from at)::bigint + ends)::text, ''), p.auth,
       case when reply ? 'daily_quota_bytes' then 'quota' else '' end, gen_random_uuid(), radius.told(reply));
     insert into authentication_log (organization_id, at, id, outcome, username, kind, user_id, auth_method, mac, device_type, ssid, access_point, access_point_mac, nas_address,
         network_id, network_client_id, vlan, session_class)
       values (n.organization_id, at, radius.new_id(at), 'accepted', p.known_as, p.kind, p.user_id, p.auth, radius.mac(calling), p.facts #>> '{device,type}', n.ssid, coalesce(nullif(nas_id, ''), n.short_name), radius.access_point_mac(called), nas_address,
         n.network_id, n.client_id, reply ->> 'vlan', class);
     if radius.is_plain(p.known_as) then return next (1, name, 'User-Name', p.known_as, ':=')::radius.avp; end if;
     return next (2, name, 'Class', '0x' || encode(convert_to(class, 'UTF8'), 'hex'), ':=')::radius.avp;
     if is_attributed then said := array(select s from radius.said_of(n.organization_id, 'reply', p.user_id, p.group_id) s); end if;
     if cardinality(said) > 0 then return query select * from radius.given(reply, n.vendor, said);
     else return query select * from radius.reply_attributes(reply, n.vendor); end if;
   end $$`,
];
