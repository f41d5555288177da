import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Code of the error that a name without a permitted address ends in. */
export const blockedAddress = 'EBLOCKED';

/** Which addresses a setting of a tenant may lead to. */
export class Reach {
  constructor(private readonly settings: { readonly allowPrivateTargets: boolean }) {}

  /** Whether `host` may be tried: false for a literal private, loopback or link-local address where those are not permitted. */
  allows(host: string): boolean {
    return this.settings.allowPrivateTargets || isIP(host) === 0 || isPublic(host);
  }

  /** For the `lookup` option of sockets: checked where the socket gets its address, so a name that resolves differently a moment later gains nothing. */
  get lookup(): LookupFunction | undefined {
    return this.settings.allowPrivateTargets ? undefined : publicLookup;
  }
}

/** Only global unicast counts as public: private, loopback, link-local, carrier-grade NAT and the like do not. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    const allowed = addresses.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return callback(Object.assign(new Error(`${hostname} has no public address`), { code: blockedAddress }), '');
    if (options.all) return callback(null, allowed);
    return callback(null, allowed[0].address, allowed[0].family);
  });
};
