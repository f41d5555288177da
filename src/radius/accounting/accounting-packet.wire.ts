import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { headerBytes, isAttribute } from '../disconnect/packet.js';
import type { AccountingRequest } from './accounting-request.wire.js';

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

/**
 * What an access point says of a session, by the columns of `accounting_packets`, in the words of FreeRADIUS'
 * dictionary, as `radius.account` is told them. Empty: not said.
 */
export type SaidOfSession = Readonly<Record<keyof ReturnType<typeof saidIn>, string>>;

/** Where the first attribute of each type stands in the packet at hand; 0: it has none. */
const places = new Uint16Array(256);

/** Who sent a packet. */
export interface SaidBy {
  /** Our name of the access point: `<organization>/<client>`. */
  readonly client: string;
  /** The address that it came from. */
  readonly source: string;
}

/**
 * As deploy/freeradius/modules.conf says it to radius.account: of an attribute that comes twice, the first. Without
 * `by` FreeRADIUS forwarded it, and says in attributes of ours who sent it.
 */
export function saidIn({ packet }: AccountingRequest, by?: SaidBy) {
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
  const [session, nasId, calling] = [text(44), text(32), text(31)];
  const nasAddress = addressOf(value(4));
  return {
    status: statuses[status] ?? status,
    client: by?.client ?? vendorText(vendors.ours, 1),
    // As server.conf makes it (wifi_session): an access point that comes by RadSec one day has the same session.
    unique_id: by
      ? hash('md5', `${by.client},${session},${nasAddress},${nasId},${calling}`)
      : vendorText(vendors.ours, 2),
    session_id: session,
    username: text(1),
    class: places[25] === 0 ? '' : `0x${packet.toString('hex', places[25] + 2, places[25] + packet[places[25] + 1])}`,
    nas_address: nasAddress || addressOf(value(95)) || (by?.source ?? vendorText(vendors.ours, 3)),
    nas_id: nasId,
    nas_port: text(87) || whole(5),
    calling,
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
