import { hash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { attributesOf, framedPacket, type PacketAttribute } from '../disconnect/packet.js';

/** RFC 2866, section 3, and RFC 5997. */
export const accountingCodes = { request: 4, response: 5, statusServer: 12 } as const;

const headerBytes = 20;
const proxyState = 33;
const vendorSpecific = 26;
const vendors = { cisco: 9, aruba: 14_823, ruckus: 25_053, ours: 32_473 } as const;
const mostDeviceAttributes = 20;

/** RFC 2866, section 5.1; others are told by their number. */
const statuses: Readonly<Record<string, string>> = {
  '1': 'Start',
  '2': 'Stop',
  '3': 'Interim-Update',
  '7': 'Accounting-On',
  '8': 'Accounting-Off',
};

/** RFC 2866, section 5.10, and RFC 3580, section 2.1, from 1 on. */
const causes =
  'User-Request Lost-Carrier Lost-Service Idle-Timeout Session-Timeout Admin-Reset Admin-Reboot Port-Error NAS-Error ' +
  'NAS-Request NAS-Reboot Port-Unneeded Port-Preempted Port-Suspended Service-Unavailable Callback User-Error ' +
  'Host-Request Supplicant-Restart Reauthentication-Failure Port-Reinit Port-Disabled';
const causesFromOne = causes.split(' ');

/** A packet of an access point as FreeRADIUS forwards it. */
export interface ForwardedAccounting {
  readonly packet: Buffer;
  readonly code: number;
  readonly attributes: readonly PacketAttribute[];
}

/**
 * What an access point says of a session, by the columns of `accounting_packets`, in the words of FreeRADIUS'
 * dictionary, as `radius.account` is told them. Empty: not said.
 */
export type SaidOfSession = Readonly<Record<keyof ReturnType<typeof saidIn>, string>>;

/** Undefined: not a packet, or its authenticator does not prove the secret (RFC 2866, section 3). */
export function readForwardedAccounting(packet: Buffer, secret: string): ForwardedAccounting | undefined {
  if (packet.length < headerBytes || packet.readUInt16BE(2) !== packet.length) return undefined;
  const [code] = packet;
  if (code !== accountingCodes.statusServer) {
    const proven = Buffer.concat([packet, Buffer.from(secret)]).fill(0, 4, headerBytes);
    const expected = hash('md5', proven, 'buffer');
    if (!timingSafeEqual(expected, packet.subarray(4, headerBytes))) return undefined;
  }
  return { packet, code, attributes: attributesOf(packet) };
}

export function responseTo({ packet: request, attributes }: ForwardedAccounting, secret: string): Buffer {
  const response = framedPacket(
    accountingCodes.response,
    request[1],
    request.subarray(4, headerBytes),
    attributes.filter(({ type }) => type === proxyState),
  );
  hash('md5', Buffer.concat([response, Buffer.from(secret)]), 'buffer').copy(response, 4);
  return response;
}

/** As deploy/freeradius/modules.conf says it to radius.account: of an attribute that comes twice, the first. */
export function saidIn({ attributes }: ForwardedAccounting) {
  const plain = new Map<number, Buffer>();
  const addresses: Record<number, string[]> = { 168: [], 97: [], 123: [] };
  const special = new Map<string, Buffer>();
  const pairs: string[] = [];
  for (const { type, value } of attributes) {
    if (type !== vendorSpecific) {
      addresses[type]?.push(type === 168 ? addressOf(value) : prefixOf(value));
      if (!plain.has(type)) plain.set(type, value);
      continue;
    }
    for (const { vendor, number, inner } of ofVendor(value)) {
      if (vendor === vendors.cisco && number === 1 && pairs.length < mostDeviceAttributes)
        pairs.push(inner.toString('hex'));
      const name = `${vendor}/${number}`;
      if (!special.has(name)) special.set(name, inner);
    }
  }
  const text = (type: number) => textOf(plain.get(type));
  const whole = (type: number) => wholeOf(plain.get(type));
  const vendorText = (vendor: number, number: number) => textOf(special.get(`${vendor}/${number}`));
  const [status, cause] = [whole(40), whole(49)];
  return {
    status: statuses[status] ?? status,
    client: vendorText(vendors.ours, 1),
    unique_id: vendorText(vendors.ours, 2),
    session_id: text(44),
    username: text(1),
    class: plain.has(25) ? `0x${plain.get(25)?.toString('hex')}` : '',
    nas_address: addressOf(plain.get(4)) || addressOf(plain.get(95)) || vendorText(vendors.ours, 3),
    nas_id: text(32),
    nas_port: text(87) || whole(5),
    calling: text(31),
    called: text(30),
    framed: [addressOf(plain.get(8)), ...[168, 97, 123].map((type) => addresses[type].join(','))].join(' '),
    seconds: whole(46),
    delay: whole(41),
    octets_in: whole(42),
    giga_in: whole(52),
    octets_out: whole(43),
    giga_out: whole(53),
    cause: causesFromOne[Number(cause) - 1] ?? cause,
    av_pairs: pairs.join(':'),
    aruba_device_type: vendorText(vendors.aruba, 12),
    ruckus_os_type: vendorText(vendors.ruckus, 139),
    ruckus_os_class: vendorText(vendors.ruckus, 140),
    ruckus_host_name: vendorText(vendors.ruckus, 138),
  };
}

/** RFC 2865, section 5.26: one attribute may hold several of its vendor's. */
function* ofVendor(value: Buffer): Generator<{ vendor: number; number: number; inner: Buffer }> {
  if (value.length < 6) return;
  const vendor = value.readUInt32BE(0);
  for (let at = 4; at + 2 <= value.length && value[at + 1] >= 2 && at + value[at + 1] <= value.length;)
    yield { vendor, number: value[at], inner: value.subarray(at + 2, (at += value[at + 1])) };
}

/** PostgreSQL has no text with a zero in it. */
function textOf(value: Buffer | undefined): string {
  if (!value) return '';
  const end = value.indexOf(0);
  return (end === -1 ? value : value.subarray(0, end)).toString('utf8');
}

/** RFC 3162, section 2.3: how many bits count, then those of the address. */
function prefixOf(value: Buffer): string {
  const bits = value[1];
  if (value.length < 2 || value.length > 18 || bits > 128) return '';
  const address = Buffer.alloc(16);
  value.copy(address, 0, 2);
  return `${ipaddr.fromByteArray([...address]).toString()}/${bits}`;
}

function wholeOf(value: Buffer | undefined): string {
  return value?.length === 4 ? String(value.readUInt32BE(0)) : '';
}

function addressOf(value: Buffer | undefined): string {
  if (value?.length === 4) return value.join('.');
  return value?.length === 16 ? ipaddr.fromByteArray([...value]).toString() : '';
}
