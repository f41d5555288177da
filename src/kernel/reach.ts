import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Code of the error that a name without a permitted address ends in. */
export const blockedAddress = 'EBLOCKED';

/** How names become addresses: the system's way. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Which addresses a setting of a tenant may lead to. */
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
   * The same for what somebody saves as a host, as far as its face tells: also names of this machine, and addresses in
   * the spellings that only resolvers know.
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
   * For the `lookup` option of sockets: checked where the socket gets its address, so a name that resolves differently
   * a moment later gains nothing.
   */
  get lookup(): LookupFunction | undefined {
    return this.settings.allowPrivateTargets ? undefined : publicLookup(this.resolve);
  }
}

/**
 * What IANA has given out of IPv6 so far; the rest, such as the old forms of IPv4 in IPv6, routes nowhere or around the
 * check.
 */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Public by its range, and answered by the machine's own cloud: Azure's wire server, which hands out certificates and
 * settings.
 */
const clouds = new Set(['168.63.129.16']);

/** Only global unicast counts as public: private, loopback, link-local, carrier-grade NAT and the like do not. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(givenOut) : !clouds.has(parsed.toString());
}

/** What is checked is what the socket is given: nobody resolves the name once more in between. */
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
