/**
 * What access points report in accounting about a device, as radius.seen keeps it. The names are those of FreeRADIUS'
 * dictionaries; `avPairs` are the Cisco-AVPairs of its device sensor, hexadecimal because they contain zeros, separated
 * by colons.
 */
export interface SeenStation {
  readonly avPairs?: string;
  readonly arubaDeviceType?: string;
  readonly ruckusOsType?: string;
  readonly ruckusOsClass?: string;
  readonly ruckusHostName?: string;
}

/** The same in common words. */
export interface StationTraits {
  readonly userAgent?: string;
  /** The access point's classification and the device's own names, the more reliable first. */
  readonly names: readonly string[];
  /** DHCP option 55, in the device's order. */
  readonly requestedOptions?: readonly number[];
}

const hostName = 12;
const requestedOptions = 55;
const vendorClass = 60;
const userAgent = 1;

/** Cisco's classifier writes this when it has none. */
const unclassified = /^un-?(classified|known)/i;

/**
 * `http-tlv=` and `dhcp-option=` carry a type and a length of two bytes each, then the value; `dc-profile-name=` and
 * the like are text.
 * https://www.cisco.com/c/en/us/support/docs/wireless/catalyst-9800-series-wireless-controllers/215661-in-depth-look-into-client-profiling-on-9.html
 */
export function traitsOf({
  avPairs = '',
  arubaDeviceType,
  ruckusOsType,
  ruckusOsClass,
  ruckusHostName,
}: SeenStation): StationTraits {
  const pairs = avPairs.split(':').flatMap((hex) => pairOf(Buffer.from(hex, 'hex')));
  const tlv = (name: string, type: number) => pairs.find((each) => each.name === name && each.type === type)?.value;
  const said = (name: string) => pairs.find((each) => each.name === name && each.type === undefined)?.value.toString();
  const options = tlv('dhcp-option', requestedOptions);
  const names = [
    arubaDeviceType,
    said('dc-profile-name'),
    said('dc-device-class-tag'),
    ruckusOsType,
    ruckusOsClass,
    tlv('dhcp-option', vendorClass)?.toString(),
    said('dc-device-name'),
    tlv('dhcp-option', hostName)?.toString(),
    ruckusHostName,
  ];
  return {
    userAgent: tlv('http-tlv', userAgent)?.toString(),
    names: names.filter((name): name is string => name !== undefined && name !== '' && !unclassified.test(name)),
    ...(options ? { requestedOptions: [...options] } : {}),
  };
}

interface Pair {
  readonly name: string;
  /** Undefined: the value is text. */
  readonly type: number | undefined;
  readonly value: Buffer;
}

function pairOf(bytes: Buffer): Pair[] {
  const sign = bytes.indexOf('=');
  if (sign < 1) return [];
  const [name, value] = [bytes.subarray(0, sign).toString('latin1'), bytes.subarray(sign + 1)];
  if (!name.endsWith('-tlv') && name !== 'dhcp-option') return [{ name, type: undefined, value }];
  if (value.length < 4 || value.length < 4 + value.readUInt16BE(2)) return [];
  return [{ name, type: value.readUInt16BE(0), value: value.subarray(4, 4 + value.readUInt16BE(2)) }];
}
