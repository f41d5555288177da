import { createHash, timingSafeEqual } from 'node:crypto';
import { attributesOf } from '../disconnect/packet.js';

/** RFC 2866, section 4, and RFC 5997. */
export const accountingCodes = { request: 4, response: 5, statusServer: 12 } as const;

const types = {
  userName: 1,
  nasPort: 5,
  framedIpAddress: 8,
  class: 25,
  vendorSpecific: 26,
  calledStationId: 30,
  callingStationId: 31,
  nasIdentifier: 32,
  proxyState: 33,
  acctStatusType: 40,
  acctDelayTime: 41,
  acctInputOctets: 42,
  acctOutputOctets: 43,
  acctSessionId: 44,
  acctSessionTime: 46,
  acctTerminateCause: 49,
  acctInputGigawords: 52,
  acctOutputGigawords: 53,
  nasPortId: 87,
  framedIpv6Address: 168,
} as const;

/** Vendor and type; `said` is what FreeRADIUS adds (deploy/freeradius/dictionary). */
const own = {
  avPair: '9.1',
  arubaDeviceType: '14823.12',
  ruckusHostName: '25053.138',
  ruckusOsType: '25053.139',
  ruckusOsClass: '25053.140',
  said: '32473.1',
} as const;

const statuses = new Map(
  Object.entries({ Start: 1, Stop: 2, 'Interim-Update': 3, 'Accounting-On': 7, 'Accounting-Off': 8 }).map(
    ([name, number]) => [number, name],
  ),
);
/** From 1 (RFC 2866, section 5.10; RFC 4072). */
const causes = (
  'User-Request Lost-Carrier Lost-Service Idle-Timeout Session-Timeout Admin-Reset Admin-Reboot Port-Error NAS-Error ' +
  'NAS-Request NAS-Reboot Port-Unneeded Port-Preempted Port-Suspended Service-Unavailable Callback User-Error ' +
  'Host-Request Supplicant-Restart Reauthentication-Failure Port-Reinit Port-Disabled'
).split(' ');

const headerBytes = 20;
/** A device sensor says some ten things of a device; no access point fills the database by its packets. */
const mostAvPairs = 20;

/** A row of accounting_packets, by its columns: what an access point said, as text; empty: it did not. */
export interface AccountingPacket {
  readonly organization_id: string;
  readonly client: string;
  readonly unique_id: string;
  readonly nas_address: string;
  readonly [column: string]: string;
}

/**
 * Reads an Accounting-Request that FreeRADIUS forwards. Undefined: not one, or not by a holder of the secret. Null: of
 * nobody that has a name here, so there is nothing to store.
 */
export function readAccounting(packet: Buffer, secret: string): AccountingPacket | null | undefined {
  if (packet.length < headerBytes || packet.readUInt16BE(2) !== packet.length) return undefined;
  if (packet[0] !== accountingCodes.request || !isSigned(packet, secret)) return undefined;
  const found = firstOf(packet);
  const said = textOf(found.byVendor.get(own.said)?.find((value) => textOf(value).startsWith(`${secret} `)));
  // The secret in front: whatever an access point sends, it cannot speak for another.
  const [, uniqueId, nasAddress, client] = said.split(' ');
  if (client?.[36] !== '/') return null;
  const text = (type: number) => textOf(found.byType.get(type));
  const number = (type: number) => numberOf(found.byType.get(type));
  const ofVendor = (name: string) => textOf(found.byVendor.get(name)?.[0]);
  return {
    organization_id: client.slice(0, 36),
    client,
    unique_id: uniqueId,
    nas_address: nasAddress,
    status: named(number(types.acctStatusType), (value) => statuses.get(value)),
    session_id: text(types.acctSessionId),
    username: text(types.userName),
    class: classOf(found.byType.get(types.class)),
    nas_id: text(types.nasIdentifier),
    nas_port: text(types.nasPortId) || number(types.nasPort),
    calling: text(types.callingStationId),
    called: text(types.calledStationId),
    framed: addressOf(found.byType.get(types.framedIpAddress)) || addressOf(found.byType.get(types.framedIpv6Address)),
    seconds: number(types.acctSessionTime),
    delay: number(types.acctDelayTime),
    octets_in: number(types.acctInputOctets),
    giga_in: number(types.acctInputGigawords),
    octets_out: number(types.acctOutputOctets),
    giga_out: number(types.acctOutputGigawords),
    cause: named(number(types.acctTerminateCause), (value) => causes[value - 1]),
    // Hexadecimal: what a device sensor says holds zeros, at which text would end.
    av_pairs: (found.byVendor.get(own.avPair) ?? [])
      .slice(0, mostAvPairs)
      .map((pair) => pair.toString('hex'))
      .join(':'),
    aruba_device_type: ofVendor(own.arubaDeviceType),
    ruckus_os_type: ofVendor(own.ruckusOsType),
    ruckus_os_class: ofVendor(own.ruckusOsClass),
    ruckus_host_name: ofVendor(own.ruckusHostName),
  };
}

/** The answer to a request, which is to be right: RFC 2866, section 3. */
export function accountingResponse(request: Buffer, secret: string): Buffer {
  const attributes = attributesOf(request)
    .filter(({ type }) => type === types.proxyState)
    .map(({ type, value }) => Buffer.concat([Buffer.from([type, value.length + 2]), value]));
  const packet = Buffer.concat([
    Buffer.from([accountingCodes.response, request[1], 0, 0]),
    request.subarray(4, headerBytes),
    ...attributes,
  ]);
  packet.writeUInt16BE(packet.length, 2);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

function isSigned(packet: Buffer, secret: string): boolean {
  const expected = createHash('md5')
    .update(packet.subarray(0, 4))
    .update(Buffer.alloc(16))
    .update(packet.subarray(headerBytes))
    .update(secret)
    .digest();
  return timingSafeEqual(expected, packet.subarray(4, headerBytes));
}

/** The first attribute of each type, and all of each vendor's. */
function firstOf(packet: Buffer): {
  readonly byType: ReadonlyMap<number, Buffer>;
  readonly byVendor: ReadonlyMap<string, Buffer[]>;
} {
  const byType = new Map<number, Buffer>();
  const byVendor = new Map<string, Buffer[]>();
  for (const { type, value } of attributesOf(packet)) {
    if (type !== types.vendorSpecific) {
      if (!byType.has(type)) byType.set(type, value);
      continue;
    }
    if (value.length < 4) continue;
    const vendor = value.readUInt32BE(0);
    for (let at = 4; at + 2 <= value.length && value[at + 1] >= 2; at += value[at + 1]) {
      const name = `${vendor}.${value[at]}`;
      const one = value.subarray(at + 2, at + value[at + 1]);
      const others = byVendor.get(name);
      if (others) others.push(one);
      else byVendor.set(name, [one]);
    }
  }
  return { byType, byVendor };
}

/** Up to the first zero, which no text of the database may hold. */
function textOf(value: Buffer | undefined): string {
  if (!value) return '';
  const end = value.indexOf(0);
  return value.toString('utf8', 0, end < 0 ? value.length : end);
}

function numberOf(value: Buffer | undefined): string {
  return value?.length === 4 ? String(value.readUInt32BE(0)) : '';
}

function named(number: string, nameOf: (value: number) => string | undefined): string {
  return number === '' ? '' : (nameOf(Number(number)) ?? number);
}

function classOf(value: Buffer | undefined): string {
  return value ? `0x${value.toString('hex')}` : '';
}

function addressOf(value: Buffer | undefined): string {
  if (value?.length === 4) return value.join('.');
  if (value?.length !== 16) return '';
  // As RFC 5952 shortens it.
  return new URL(`http://[${value.toString('hex').match(/.{4}/g)?.join(':')}]`).hostname.slice(1, -1);
}
