import type { GroupPolicy } from '../user-groups/user-group.js';

export interface ReplyAttribute {
  readonly attribute: string;
  readonly op: ':=';
  readonly value: string;
}

type Named = readonly (readonly [string, string | number | undefined])[];

/** Range of an integer attribute (RFC 2865, section 5). */
const mostOfInteger = 4_294_967_295;

/**
 * Attributes of an Access-Accept for a reply, in the vendor's vocabulary: the same as radius.reply_attributes gives
 * FreeRADIUS (test/radius/evaluation.spec.ts compares the two). Limits on count, quota and hours are checks; no
 * attribute tells an access point about them.
 *
 * @param vendor one of accessPointVendors; those without bandwidth attributes of their own get WISPr's
 */
export function replyAttributes(reply: GroupPolicy, vendor = 'generic'): ReplyAttribute[] {
  const { vlan, bandwidth_down: down, bandwidth_up: up } = reply;
  const named: Named = [
    ...(vlan === undefined
      ? []
      : ([
          ['Tunnel-Type', 'VLAN'],
          ['Tunnel-Medium-Type', 'IEEE-802'],
          ['Tunnel-Private-Group-Id', vlan],
        ] as const)),
    ['Session-Timeout', reply.session_timeout],
    ['Idle-Timeout', reply.idle_timeout],
    ['Acct-Interim-Interval', reply.acct_interim_interval],
    ...(vendor === 'mikrotik'
      ? []
      : ([
          ['WISPr-Bandwidth-Max-Down', bits(down)],
          ['WISPr-Bandwidth-Max-Up', bits(up)],
        ] as const)),
    ...(ownWords[vendor]?.(reply, { down, up }) ?? []),
  ];
  return named.flatMap(([attribute, value]) =>
    value === undefined || isExpanded(String(value)) ? [] : [{ attribute, op: ':=', value: String(value) }],
  );
}

interface Speed {
  /** Bits per second. */
  readonly down: number | undefined;
  readonly up: number | undefined;
}

/** Attributes by FreeRADIUS' dictionaries of these makers. */
const ownWords: Readonly<Record<string, (reply: GroupPolicy, speed: Speed) => Named>> = {
  // Both contracts, for UDP (real time) and for everything else, in kilobits.
  cisco: (_, { down, up }) => [
    ['Airespace-Data-Bandwidth-Average-Contract', kilobits(down)],
    ['Airespace-Real-Time-Bandwidth-Average-Contract', kilobits(down)],
    ['Airespace-Data-Bandwidth-Average-Contract-Upstream', kilobits(up)],
    ['Airespace-Real-Time-Bandwidth-Average-Contract-Upstream', kilobits(up)],
  ],
  coova: (_, { down, up }) => [
    ['ChilliSpot-Bandwidth-Max-Down', kilobits(down)],
    ['ChilliSpot-Bandwidth-Max-Up', kilobits(up)],
  ],
  // Seen from the access point: what comes in from the guest is input.
  huawei: (_, { down, up }) => [
    ['Huawei-Output-Average-Rate', bits(down)],
    ['Huawei-Input-Average-Rate', bits(up)],
  ],
  // "rx/tx" of the router: the guest's upload first; 0 means no limit. Its wireless package reads the VLAN from
  // attributes of its own.
  mikrotik: ({ vlan }, { down, up }) => [
    ['Mikrotik-Rate-Limit', (down ?? up) === undefined ? undefined : `${kilobits(up) ?? 0}k/${kilobits(down) ?? 0}k`],
    ...(/^\d{1,4}$/.test(vlan ?? '')
      ? ([
          ['Mikrotik-Wireless-VLANID', vlan],
          ['Mikrotik-Wireless-VLANID-Type', '802.1q'],
        ] as const)
      : []),
  ],
  nomadix: (_, { down, up }) => [
    ['Nomadix-Bw-Down', kilobits(down)],
    ['Nomadix-Bw-Up', kilobits(up)],
  ],
};

function bits(rate: number | undefined): number | undefined {
  return rate === undefined ? undefined : Math.min(rate, mostOfInteger);
}

/** Never 0, which means no limit. */
function kilobits(rate: number | undefined): number | undefined {
  return rate === undefined ? undefined : Math.min(Math.max(Math.floor(rate / 1000), 1), mostOfInteger);
}

/** FreeRADIUS would expand or execute such a value, so it is not sent. */
export function isExpanded(value: string): boolean {
  return /^['"`]/.test(value);
}
