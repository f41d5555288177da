import { signIn } from './sign-in.js';

/** Attributes beside the common ones: name, value, vendor. The same as src/console/policies/radius-reply.ts says. */
const ownWords: readonly (readonly [string, string, string])[] = [
  ['Airespace-Data-Bandwidth-Average-Contract', 'kilobits_down::text', 'cisco'],
  ['Airespace-Real-Time-Bandwidth-Average-Contract', 'kilobits_down::text', 'cisco'],
  ['Airespace-Data-Bandwidth-Average-Contract-Upstream', 'kilobits_up::text', 'cisco'],
  ['Airespace-Real-Time-Bandwidth-Average-Contract-Upstream', 'kilobits_up::text', 'cisco'],
  ['ChilliSpot-Bandwidth-Max-Down', 'kilobits_down::text', 'coova'],
  ['ChilliSpot-Bandwidth-Max-Up', 'kilobits_up::text', 'coova'],
  ['Huawei-Output-Average-Rate', 'bits_down::text', 'huawei'],
  ['Huawei-Input-Average-Rate', 'bits_up::text', 'huawei'],
  [
    'Mikrotik-Rate-Limit',
    "case when coalesce(bits_up, bits_down) is not null then coalesce(kilobits_up, 0) || 'k/' || coalesce(kilobits_down, 0) || 'k' end",
    'mikrotik',
  ],
  ['Mikrotik-Wireless-VLANID', "case when vlan ~ '^[0-9]{1,4}$' then vlan end", 'mikrotik'],
  ['Mikrotik-Wireless-VLANID-Type', "case when vlan ~ '^[0-9]{1,4}$' then '802.1q' end", 'mikrotik'],
  ['Nomadix-Bw-Down', 'kilobits_down::text', 'nomadix'],
  ['Nomadix-Bw-Up', 'kilobits_up::text', 'nomadix'],
];

/** FreeRADIUS answers nothing at all when a number does not fit its field; 0 kilobits would be without limit. */
const most = 4_294_967_295;
const rates = (way: string): string => {
  const rate = `(reply ->> 'bandwidth_${way}')::bigint`;
  return `least(${rate}, case when ${rate} is not null then ${most} end) as bits_${way}, case when ${rate} is not null then least(greatest(${rate} / 1000, 1), ${most}) end as kilobits_${way}`;
};

/** Attributes of an Access-Accept for a reply, in the words of the access point's maker. */
export const vendorReplies = [
  `create or replace function radius.reply_attributes(reply jsonb, vendor text) returns setof radius.avp language sql immutable as $$
     with given as (select ${rates('down')}, ${rates('up')}, reply ->> 'vlan' as vlan)
     select n, null::text, a, v, ':=' from given, lateral (values
       (1, 'Tunnel-Type', case when reply ? 'vlan' then 'VLAN' end), (2, 'Tunnel-Medium-Type', case when reply ? 'vlan' then 'IEEE-802' end), (3, 'Tunnel-Private-Group-Id', vlan),
       (4, 'Session-Timeout', reply ->> 'session_timeout'), (5, 'Idle-Timeout', reply ->> 'idle_timeout'), (6, 'Acct-Interim-Interval', reply ->> 'acct_interim_interval'),
       (7, 'WISPr-Bandwidth-Max-Down', case when vendor <> 'mikrotik' then bits_down::text end), (8, 'WISPr-Bandwidth-Max-Up', case when vendor <> 'mikrotik' then bits_up::text end),
       ${ownWords.map(([name, value, vendor], index) => `(${index + 9}, '${name}', case when vendor = '${vendor}' then ${value} end)`).join(',\n       ')}
     ) x (n, a, v) where v is not null and radius.is_plain(v) order by n $$`,
];

/** As it was before. */
export const withoutVendorReplies = signIn
  .filter((each) => each.includes('create function radius.reply_attributes'))
  .map((each) => each.replace('create function', 'create or replace function'));
