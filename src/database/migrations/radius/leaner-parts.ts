import { asOwner } from './identity.js';

/** FreeRADIUS answers nothing at all when a number does not fit its field. */
const most = 4_294_967_295;
const changeable = ['bandwidth_down', 'bandwidth_up', 'idle_timeout', 'acct_interim_interval'];
const numbers = (...names: string[]): string => names.map((name) => `'${name}'`).join(', ');
const each = (names: string, rate: string, from: number): string =>
  names
    .split(', ')
    .map((name, index) => `return next (${from + index}, null, ${name}, ${rate}, ':=')::radius.avp;`)
    .join(' ');
const both = (names: [down: string, up: string], rate: (way: 'down' | 'up') => string, from: number): string => {
  const [down, up] = names.map((name) => name.split(' ').length);
  return `if down is not null then ${each(numbers(...names[0].split(' ')), rate('down'), from)} end if;
       if up is not null then ${each(numbers(...names[1].split(' ')), rate('up'), from + Math.max(down, up))} end if;`;
};
const bits = (way: string): string => `least(${way}, ${most})::text`;
const kilobits = (way: string): string => `least(greatest(${way} / 1000, 1), ${most})::text`;

/**
 * What every login comes through, said so that PostgreSQL has less to set up: that takes most of the time of statements that find one row each. No
 * regular expression for single letters, no aggregate over four entries, no table that one look does not need.
 */
export const leanerParts = [
  `create or replace function radius.is_plain(value text) returns boolean language sql immutable as $$ select left(value, 1) <> all (array['''', '"', '\`']) $$`,

  // 12 lower-case digits, from any notation; null when it is no MAC address.
  `create or replace function radius.mac(t text) returns text language sql immutable as $$
     select case when length(t) <= 17 and length(translate(t, ':.-', '')) = 12 and translate(t, '0123456789abcdefABCDEF:.-', '') = '' then lower(translate(t, ':.-', '')) end $$`,

  // Ordered by time, as all ids are (RFC 9562, version 7): the time over the first six bytes of a random one, and the version from 4 to 7.
  `create or replace function radius.new_id(at timestamptz) returns uuid language sql volatile as $$
     select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`,

  `create or replace function radius.told(reply jsonb) returns text language sql immutable as $$
     select left(md5(coalesce(reply ->> 'vlan', '')), 8) || '-'
       || left(md5(${changeable.map((entry) => `coalesce(reply ->> '${entry}', '')`).join(" || '|' || ")}), 8) || '-'
       || ${changeable.map((entry) => `case when reply ? '${entry}' then '1' else '0' end`).join(' || ')} $$`,

  // Of several networks that share a source, the SSID says which; most share none. A join of three tables costs more than three looks by their keys.
  `create function radius.place_of(client text, called text) returns radius.place language plpgsql stable ${asOwner} as $$
   declare
     place radius.place;
     own network_clients;
     its_network networks;
     its_zone text;
     its_path uuid[];
     is_off boolean;
   begin
     select * into own from network_clients k where k.organization_id = nullif(split_part(client, '/', 1), '')::uuid and k.id = nullif(split_part(client, '/', 2), '')::uuid;
     if not found then place.reason := 'unknown_client'; return place; end if;
     if exists (select from network_clients k where k.address = own.address and k.id <> own.id) then return radius.shared_place_of(client, called); end if;
     select * into its_network from networks n where n.organization_id = own.organization_id and n.id = own.network_id;
     select o.time_zone, o.path, o.disabled into its_zone, its_path, is_off from organizations o where o.id = own.organization_id;
     if not is_off and cardinality(its_path) > 1 then is_off := exists (select from organizations a where a.id = any (its_path) and a.disabled); end if;
     return (own.organization_id, own.network_id, own.id, own.short_name, own.vendor, its_zone, its_network.default_group_id, its_network.unknown_users = 'accept', radius.ssid(called),
       case when is_off then 'organization_suspended' when its_network.ssid <> radius.ssid(called) then 'ssid_not_allowed' end)::radius.place;
   end $$`,

  `create or replace function radius.reply_attributes(reply jsonb, vendor text) returns setof radius.avp language plpgsql immutable as $$
   declare
     vlan text := reply ->> 'vlan';
     down bigint := (reply ->> 'bandwidth_down')::bigint;
     up bigint := (reply ->> 'bandwidth_up')::bigint;
   begin
     if reply ? 'vlan' then
       return next (1, null, 'Tunnel-Type', 'VLAN', ':=')::radius.avp; return next (2, null, 'Tunnel-Medium-Type', 'IEEE-802', ':=')::radius.avp;
     end if;
     if radius.is_plain(vlan) then return next (3, null, 'Tunnel-Private-Group-Id', vlan, ':=')::radius.avp; end if;
     if reply ->> 'session_timeout' is not null then return next (4, null, 'Session-Timeout', reply ->> 'session_timeout', ':=')::radius.avp; end if;
     if reply ->> 'idle_timeout' is not null then return next (5, null, 'Idle-Timeout', reply ->> 'idle_timeout', ':=')::radius.avp; end if;
     if reply ->> 'acct_interim_interval' is not null then return next (6, null, 'Acct-Interim-Interval', reply ->> 'acct_interim_interval', ':=')::radius.avp; end if;
     if vendor <> 'mikrotik' then
       ${both(['WISPr-Bandwidth-Max-Down', 'WISPr-Bandwidth-Max-Up'], bits, 7)}
     end if;
     -- Of most makers that is all.
     case vendor
     when 'cisco' then
       ${both(['Airespace-Data-Bandwidth-Average-Contract Airespace-Real-Time-Bandwidth-Average-Contract', 'Airespace-Data-Bandwidth-Average-Contract-Upstream Airespace-Real-Time-Bandwidth-Average-Contract-Upstream'], kilobits, 9)}
     when 'coova' then
       ${both(['ChilliSpot-Bandwidth-Max-Down', 'ChilliSpot-Bandwidth-Max-Up'], kilobits, 13)}
     when 'huawei' then
       ${both(['Huawei-Output-Average-Rate', 'Huawei-Input-Average-Rate'], bits, 15)}
     when 'mikrotik' then
       if coalesce(up, down) is not null then
         return next (17, null, 'Mikrotik-Rate-Limit', case when up is null then '0' else ${kilobits('up')} end || 'k/' || case when down is null then '0' else ${kilobits('down')} end || 'k', ':=')::radius.avp;
       end if;
       if vlan ~ '^[0-9]{1,4}$' then
         return next (18, null, 'Mikrotik-Wireless-VLANID', vlan, ':=')::radius.avp; return next (19, null, 'Mikrotik-Wireless-VLANID-Type', '802.1q', ':=')::radius.avp;
       end if;
     when 'nomadix' then
       ${both(['Nomadix-Bw-Down', 'Nomadix-Bw-Up'], kilobits, 20)}
     else null;
     end case;
   end $$`,
];
