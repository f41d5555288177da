import type { PacketAttribute } from './packet.js';

/** RFC 2865, section 5.26. */
const vendorSpecific = 26;
const integer = (value: string): Buffer => {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(Number(value));
  return octets;
};
const text = (value: string): Buffer => Buffer.from(value).subarray(0, 247);

interface Form {
  /** Private enterprise number; absent for standard attributes. */
  readonly vendor?: number;
  readonly type: number;
  readonly octets: (value: string) => Buffer;
}

/** Numbers as in FreeRADIUS' dictionaries. */
const forms: Readonly<Record<string, Form>> = {
  'Session-Timeout': { type: 27, octets: integer },
  'Idle-Timeout': { type: 28, octets: integer },
  'Acct-Interim-Interval': { type: 85, octets: integer },
  'WISPr-Bandwidth-Max-Up': { vendor: 14122, type: 7, octets: integer },
  'WISPr-Bandwidth-Max-Down': { vendor: 14122, type: 8, octets: integer },
  'Airespace-Data-Bandwidth-Average-Contract': { vendor: 14179, type: 7, octets: integer },
  'Airespace-Real-Time-Bandwidth-Average-Contract': { vendor: 14179, type: 8, octets: integer },
  'Airespace-Data-Bandwidth-Average-Contract-Upstream': { vendor: 14179, type: 13, octets: integer },
  'Airespace-Real-Time-Bandwidth-Average-Contract-Upstream': { vendor: 14179, type: 14, octets: integer },
  'ChilliSpot-Bandwidth-Max-Up': { vendor: 14559, type: 4, octets: integer },
  'ChilliSpot-Bandwidth-Max-Down': { vendor: 14559, type: 5, octets: integer },
  'Huawei-Input-Average-Rate': { vendor: 2011, type: 2, octets: integer },
  'Huawei-Output-Average-Rate': { vendor: 2011, type: 5, octets: integer },
  'Cisco-AVPair': { vendor: 9, type: 1, octets: text },
  'Mikrotik-Rate-Limit': { vendor: 14988, type: 8, octets: text },
  'Aruba-User-Role': { vendor: 14823, type: 1, octets: text },
  'Nomadix-Bw-Up': { vendor: 3309, type: 1, octets: integer },
  'Nomadix-Bw-Down': { vendor: 3309, type: 2, octets: integer },
};

/**
 * An attribute of a reply as octets of our packet.
 * @throws Error when it cannot be changed during a session
 */
export function replyOctets({
  attribute,
  value,
}: {
  readonly attribute: string;
  readonly value: string;
}): PacketAttribute {
  const form = forms[attribute];
  if (!form) throw new Error(`${attribute} has no place in a CoA-Request`);
  const octets = form.octets(value);
  if (form.vendor === undefined) return { type: form.type, value: octets };
  const head = Buffer.alloc(6);
  head.writeUInt32BE(form.vendor);
  head[4] = form.type;
  head[5] = octets.length + 2;
  return { type: vendorSpecific, value: Buffer.concat([head, octets]) };
}
