import { isIP } from 'node:net';

export interface LoginHost {
  /** As in a URL: lower case, IDN as punycode, IPv6 in brackets. */
  readonly host: string;
  /** Null: any port that the make uses. */
  readonly port: number | null;
}

const form = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]%]+)(?::([1-9]\d{0,4}))?$/i;
const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Host or address, optionally with a port. Undefined for anything else, such as an address with a path. */
export function readLoginHost(text: string): LoginHost | undefined {
  const [, said, digits] = form.exec(text.trim()) ?? [];
  const url = said === undefined ? null : URL.parse(`http://${said}/`);
  if (!url || url.username || url.password) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) > 0;
  if (!isAddress && (!hostName.test(host) || host.includes('..'))) return undefined;
  const port = digits === undefined ? null : Number(digits);
  return port !== null && port > 65_535 ? undefined : { host, port };
}

export function loginHostText({ host, port }: LoginHost): string {
  return port === null ? host : `${host}:${port}`;
}
