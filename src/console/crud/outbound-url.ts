import { Problem } from '../../kernel/errors.js';
import { isHost, Reach } from '../../kernel/reach.js';
import { hasControl, type Reader, Wrong } from '../../http/body/readers.js';

const most = 2000;

/** An absolute URL of one of these protocols (`https:`), unchanged. */
export function url(...protocols: readonly string[]): Reader {
  const wrong = new Wrong(`must be an address such as ${protocols[0]}//example.com`);
  return (value) => {
    if (typeof value !== 'string' || value.length > most || hasControl(value) || !URL.canParse(value.trim()))
      return wrong;
    const { protocol, hostname, username, password } = new URL(value.trim());
    if (username || password) return new Wrong('must not carry a username or password');
    return protocols.includes(protocol) && isHost(hostname) ? value.trim() : wrong;
  };
}

/**
 * Checks an address that Usher will call: throws `invalid` if the deployment does not permit it. A private, loopback or
 * link-local address needs permission, and so does one without TLS. Names are checked again when they are resolved.
 */
export function requireReachable(reach: Reach, field: string, address: string | null | undefined): void {
  if (!address) return;
  const { hostname, protocol } = new URL(address);
  const allowsPrivate = reach.allows('127.0.0.1');
  if (!reach.allowsSaved(hostname)) throw Problem.invalidField(field, 'must not lead to a private address');
  if (protocol === 'http:' && !allowsPrivate) throw Problem.invalidField(field, 'must use https');
}
