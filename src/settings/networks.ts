import ipaddr from 'ipaddr.js';

/** Addresses and networks in CIDR form, separated by commas. */
export function networks(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = parts.find((part) => !isNetwork(part));
  if (wrong !== undefined)
    throw new Error(`must be addresses or networks such as 10.0.0.5, 10.1.0.0/16, separated by commas, not "${wrong}"`);
  return parts;
}

function isNetwork(part: string): boolean {
  return part.includes('/')
    ? ipaddr.isValidCIDR(part) && !part.endsWith('/0')
    : ipaddr.IPv6.isValid(part) || ipaddr.IPv4.isValidFourPartDecimal(part);
}
