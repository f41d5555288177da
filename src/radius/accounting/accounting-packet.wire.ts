import { hash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';

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
}

/**
 * What an access point says of a session, by the columns of `accounting_packets`, in the words of FreeRADIUS'
 * dictionary, as `radius.account` is told them. Empty: not said.
 */
export type SaidOfSession = Readonly<Record<keyof ReturnType<typeof saidIn>, string>>;

/** Undefined: not a packet, or its authenticator does not prove the secret (RFC 2866, section 3). */
export function readForwardedAccounting(packet: Buffer, secret: Buffer): ForwardedAccounting | undefined {
  if (packet.length < headerBytes || packet.readUInt16BE(2) !== packet.length) return undefined;
  const [code] = packet;
  if (code !== accountingCodes.statusServer) {
    const proven = Buffer.allocUnsafe(packet.length + secret.length);
    packet.copy(proven);
    proven.fill(0, 4, headerBytes);
    secret.copy(proven, packet.length);
    if (!timingSafeEqual(hash('md5', proven, 'buffer'), packet.subarray(4, headerBytes))) return undefined;
  }
  return { packet, code };
}

export function responseTo({ packet: request }: ForwardedAccounting, secret: Buffer): Buffer {
  const proven = Buffer.allocUnsafe(request.length + secret.length);
  request.copy(proven, 0, 0, headerBytes);
  proven[0] = accountingCodes.response;
  let length = headerBytes;
  for (let at = headerBytes; isAttribute(request, at); at += request[at + 1])
    if (request[at] === proxyState) length += request.copy(proven, length, at, at + request[at + 1]);
  proven.writeUInt16BE(length, 2);
  secret.copy(proven, length);
  hash('md5', proven.subarray(0, length + secret.length), 'buffer').copy(proven, 4);
  return proven.subarray(0, length);
}

/** Where the first attribute of each type stands in the packet at hand; 0: it has none. */
const places = new Uint16Array(256);

/** As deploy/freeradius/modules.conf says it to radius.account: of an attribute that comes twice, the first. */
export function saidIn({ packet }: ForwardedAccounting) {
  places.fill(0);
  const addresses = new Map<number, string[]>();
  const special = new Map<number, string>();
  const pairs: string[] = [];
  for (let at = headerBytes; isAttribute(packet, at); at += packet[at + 1]) {
    const type = packet[at];
    if (type === vendorSpecific) {
      readVendor(packet, at, special, pairs);
      continue;
    }
    if (type === 168 || type === 97 || type === 123) {
      const value = packet.subarray(at + 2, at + packet[at + 1]);
      const told = type === 168 ? addressOf(value) : prefixOf(value);
      addresses.set(type, [...(addresses.get(type) ?? []), told]);
    }
    if (places[type] === 0) places[type] = at;
  }
  const value = (type: number) =>
    places[type] === 0 ? undefined : packet.subarray(places[type] + 2, places[type] + packet[places[type] + 1]);
  const text = (type: number) =>
    places[type] === 0 ? '' : textIn(packet, places[type] + 2, places[type] + packet[places[type] + 1]);
  const whole = (type: number) =>
    places[type] !== 0 && packet[places[type] + 1] === 6 ? String(packet.readUInt32BE(places[type] + 2)) : '';
  const listed = (type: number) => addresses.get(type)?.join(',') ?? '';
  const vendorText = (vendor: number, number: number) => special.get(vendor * 256 + number) ?? '';
  const [status, cause] = [whole(40), whole(49)];
  return {
    status: statuses[status] ?? status,
    client: vendorText(vendors.ours, 1),
    unique_id: vendorText(vendors.ours, 2),
    session_id: text(44),
    username: text(1),
    class: places[25] === 0 ? '' : `0x${packet.toString('hex', places[25] + 2, places[25] + packet[places[25] + 1])}`,
    nas_address: addressOf(value(4)) || addressOf(value(95)) || vendorText(vendors.ours, 3),
    nas_id: text(32),
    nas_port: text(87) || whole(5),
    calling: text(31),
    called: text(30),
    framed: `${addressOf(value(8))} ${listed(168)} ${listed(97)} ${listed(123)}`,
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

/** Stops at a length that cannot be right. */
function isAttribute(packet: Buffer, at: number): boolean {
  return at + 2 <= packet.length && packet[at + 1] >= 2 && at + packet[at + 1] <= packet.length;
}

/** RFC 2865, section 5.26: one attribute may hold several of its vendor's. */
function readVendor(packet: Buffer, begin: number, texts: Map<number, string>, pairs: string[]): void {
  const end = begin + packet[begin + 1];
  if (end < begin + 8) return;
  const vendor = packet.readUInt32BE(begin + 2);
  for (let at = begin + 6; at + 2 <= end && packet[at + 1] >= 2 && at + packet[at + 1] <= end; at += packet[at + 1]) {
    const [number, over] = [packet[at], at + packet[at + 1]];
    if (vendor === vendors.cisco && number === 1 && pairs.length < mostDeviceAttributes)
      pairs.push(packet.toString('hex', at + 2, over));
    const name = vendor * 256 + number;
    if (!texts.has(name)) texts.set(name, textIn(packet, at + 2, over));
  }
}

/** PostgreSQL has no text with a zero in it. */
function textIn(packet: Buffer, from: number, until: number): string {
  const zero = packet.indexOf(0, from);
  return packet.toString('utf8', from, zero === -1 || zero > until ? until : zero);
}

/** RFC 3162, section 2.3: how many bits count, then those of the address. */
function prefixOf(value: Buffer): string {
  const bits = value[1];
  if (value.length < 2 || value.length > 18 || bits > 128) return '';
  const address = Buffer.alloc(16);
  value.copy(address, 0, 2);
  return `${ipaddr.fromByteArray([...address]).toString()}/${bits}`;
}

function addressOf(value: Buffer | undefined): string {
  if (value?.length === 4) return `${value[0]}.${value[1]}.${value[2]}.${value[3]}`;
  return value?.length === 16 ? ipaddr.fromByteArray([...value]).toString() : '';
}
