import { networkInterfaces } from 'node:os';

/** The addresses of this machine, of the family of the one that stands for all of them. */
export function ownAddresses(any: string): readonly string[] {
  const wanted = any === '::' ? 'IPv6' : 'IPv4';
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family }) => family === wanted)
      // An address of a link says nothing without its link.
      .map(({ address, family, scopeid }) => (family === 'IPv6' && scopeid ? `${address}%${name}` : address)),
  );
}
