import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Wrong } from '../../http/body/readers.js';

/** Wider ranges would claim every access point in the world. */
const shortestPrefix = { 4: 8, 6: 16 } as const;
const nobodys = ['unspecified', 'broadcast', 'multicast'];

/**
 * Normalizes `10.0.0.5`, `10.0.0.0/24`, `2001:db8::/48`: a single address has no prefix, a mapped IPv4 address becomes
 * IPv4.
 */
export function clientAddress(value: unknown): unknown {
  const wrong = new Wrong('must be an IP address or a range such as 10.0.0.0/24');
  const [, host, prefixText] =
    (typeof value === 'string' && /^([0-9a-f:.]{2,45})(?:\/(\d{1,3}))?$/i.exec(value.trim())) || [];
  if (!host || !isIP(host)) return wrong;
  const address = ipaddr.process(host);
  const isMapped = address.kind() === 'ipv4' && host.includes(':');
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const prefix = prefixText === undefined ? bits : Number(prefixText) - (isMapped ? 96 : 0);
  const shortest = shortestPrefix[bits === 32 ? 4 : 6];
  if (prefix > bits || prefix < 0) return wrong;
  if (prefix < shortest) return new Wrong(`is too wide: /${shortest} is the widest range`);
  if (nobodys.includes(address.range()))
    return new Wrong('must be the address of a host, not a multicast, broadcast or unspecified one');
  if (prefix === bits) return address.toString();
  const start = networkOf(address, prefix);
  return start === address.toString()
    ? `${start}/${prefix}`
    : new Wrong(`has bits beyond its prefix: write ${start}/${prefix}`);
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - index * 8))) & 0xff);
  return ipaddr.fromByteArray(bytes).toString();
}

/** As PostgreSQL prints a cidr: always with prefix. */
export function withoutFullPrefix(cidr: string): string {
  return cidr.replace(cidr.includes(':') ? /\/128$/ : /\/32$/, '');
}
