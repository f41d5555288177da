import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Error code for a name that has no permitted address. */
export const blockedAddress = 'EBLOCKED';

/** Resolves names the way the system does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Which addresses a tenant's setting may lead to. */
export class Reach {
  constructor(
    private readonly settings: { readonly allowPrivateTargets: boolean },
    private readonly resolve: Resolve = resolveName,
  ) {}

  /**
   * Whether `host` may be tried: false for a literal private, loopback or link-local address where those are not
   * permitted.
   */
  allows(host: string): boolean {
    return this.settings.allowPrivateTargets || isIP(host) === 0 || isPublic(host);
  }

  /**
   * The same check when somebody saves a host, as far as its text tells: also names of this machine, and spellings of
   * addresses that only resolvers understand.
   */
  allowsSaved(host: string): boolean {
    if (this.settings.allowPrivateTargets) return true;
    const name = host
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    if (/^(localhost|.*\.(localhost|local|internal|home\.arpa))$/.test(name)) return false;
    return ipaddr.isValid(name) ? isPublic(name) : !/^(0x[\da-f]+|\d+)$/.test(name.split('.').at(-1) ?? '');
  }

  /**
   * For the `lookup` option of sockets. The check happens where the socket gets its address, so a name that resolves
   * differently a moment later gains nothing.
   */
  get lookup(): LookupFunction | undefined {
    return this.settings.allowPrivateTargets ? undefined : publicLookup(this.resolve);
  }
}

/**
 * The part of IPv6 that IANA has allocated so far. The rest, such as the old forms of IPv4 in IPv6, routes nowhere or
 * around the check.
 */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Public by its range, but answered by the machine's own cloud: Azure's wire server, which hands out certificates and
 * settings.
 */
const clouds = new Set(['168.63.129.16']);

/**
 * Whether a host of a URL can be one: an address, or a name that DNS can have. URLs also take names with empty or
 * endless parts, which no resolver ever answers.
 */
export function isHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(name) !== 0 || (name.length <= 253 && name.split('.').every((part) => /^[^.]{1,63}$/.test(part)));
}

/** Only global unicast counts as public, not private, loopback, link-local, carrier-grade NAT and the like. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(givenOut) : !clouds.has(parsed.toString());
}

/** The socket gets the very addresses that were checked; the name is not resolved again. */
function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const allowed = addresses.filter(({ address }) => isPublic(address));
      if (allowed.length === 0)
        return callback(Object.assign(new Error(`${hostname} has no public address`), { code: blockedAddress }), '');
      if (options.all) return callback(null, allowed);
      return callback(null, allowed[0].address, allowed[0].family);
    });
  };
}
