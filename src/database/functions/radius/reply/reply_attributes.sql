-- Attributes of an Access-Accept for a reply. Bandwidth and VLAN are in the words of the access point's maker, by
-- FreeRADIUS' dictionary; a maker without words of its own gets WISPr's. FreeRADIUS does not answer at all when a
-- number does not fit its field; 0 kilobits would mean no limit.
-- Cisco (Airespace): both contracts, for UDP (real time) and for everything else, in kilobits.
-- Huawei: seen from the access point, so that what comes in from the guest is input.
-- MikroTik: "rx/tx" of the router, the guest's upload first; 0 means no limit. Its wireless package reads the VLAN from
-- attributes of its own.
-- Called by radius.merge_attributes, radius.told, src/console/policies/reply-attributes.ts.
create or replace function radius.reply_attributes(reply jsonb, vendor text) returns setof radius.avp
language plpgsql immutable as $$
declare
  vlan text := reply ->> 'vlan';
  down bigint := (reply ->> 'bandwidth_down')::bigint;
  up bigint := (reply ->> 'bandwidth_up')::bigint;
begin
  if reply ? 'vlan' then
    return next (1, null, 'Tunnel-Type', 'VLAN', ':=')::radius.avp;
    return next (2, null, 'Tunnel-Medium-Type', 'IEEE-802', ':=')::radius.avp;
  end if;
  if radius.is_plain(vlan) then return next (3, null, 'Tunnel-Private-Group-Id', vlan, ':=')::radius.avp; end if;
  if reply ->> 'session_timeout' is not null then
    return next (4, null, 'Session-Timeout', reply ->> 'session_timeout', ':=')::radius.avp;
  end if;
  if reply ->> 'idle_timeout' is not null then
    return next (5, null, 'Idle-Timeout', reply ->> 'idle_timeout', ':=')::radius.avp;
  end if;
  if reply ->> 'acct_interim_interval' is not null then
    return next (6, null, 'Acct-Interim-Interval', reply ->> 'acct_interim_interval', ':=')::radius.avp;
  end if;
  if vendor <> 'mikrotik' then
    if down is not null then
      return next (7, null, 'WISPr-Bandwidth-Max-Down', least(down, 4294967295)::text, ':=')::radius.avp;
    end if;
    if up is not null then
      return next (8, null, 'WISPr-Bandwidth-Max-Up', least(up, 4294967295)::text, ':=')::radius.avp;
    end if;
  end if;
  -- For most makers that is all.
  case vendor
  when 'cisco' then
    if down is not null then
      return next (9, null, 'Airespace-Data-Bandwidth-Average-Contract',
        least(greatest(down / 1000, 1), 4294967295)::text, ':=')::radius.avp;
      return next (10, null, 'Airespace-Real-Time-Bandwidth-Average-Contract',
        least(greatest(down / 1000, 1), 4294967295)::text, ':=')::radius.avp;
    end if;
    if up is not null then
      return next (11, null, 'Airespace-Data-Bandwidth-Average-Contract-Upstream',
        least(greatest(up / 1000, 1), 4294967295)::text, ':=')::radius.avp;
      return next (12, null, 'Airespace-Real-Time-Bandwidth-Average-Contract-Upstream',
        least(greatest(up / 1000, 1), 4294967295)::text, ':=')::radius.avp;
    end if;
  when 'coova' then
    if down is not null then
      return next (13, null, 'ChilliSpot-Bandwidth-Max-Down',
        least(greatest(down / 1000, 1), 4294967295)::text, ':=')::radius.avp;
    end if;
    if up is not null then
      return next (14, null, 'ChilliSpot-Bandwidth-Max-Up',
        least(greatest(up / 1000, 1), 4294967295)::text, ':=')::radius.avp;
    end if;
  when 'huawei' then
    if down is not null then
      return next (15, null, 'Huawei-Output-Average-Rate', least(down, 4294967295)::text, ':=')::radius.avp;
    end if;
    if up is not null then
      return next (16, null, 'Huawei-Input-Average-Rate', least(up, 4294967295)::text, ':=')::radius.avp;
    end if;
  when 'mikrotik' then
    if coalesce(up, down) is not null then
      return next (17, null, 'Mikrotik-Rate-Limit',
        case when up is null then '0' else least(greatest(up / 1000, 1), 4294967295)::text end || 'k/'
        || case when down is null then '0' else least(greatest(down / 1000, 1), 4294967295)::text end || 'k',
        ':=')::radius.avp;
    end if;
    if vlan ~ '^[0-9]{1,4}$' then
      return next (18, null, 'Mikrotik-Wireless-VLANID', vlan, ':=')::radius.avp;
      return next (19, null, 'Mikrotik-Wireless-VLANID-Type', '802.1q', ':=')::radius.avp;
    end if;
  when 'nomadix' then
    if down is not null then
      return next (20, null, 'Nomadix-Bw-Down', least(greatest(down / 1000, 1), 4294967295)::text, ':=')::radius.avp;
    end if;
    if up is not null then
      return next (21, null, 'Nomadix-Bw-Up', least(greatest(up / 1000, 1), 4294967295)::text, ':=')::radius.avp;
    end if;
  else null;
  end case;
end;
$$;
revoke all on function radius.reply_attributes from public;
