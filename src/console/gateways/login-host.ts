import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

export interface LoginHost {
  /** As in a URL: lower case, IDN as punycode, IPv6 in brackets. */
  readonly host: string;
  /** Null: any port that the make uses. */
  readonly port: number | null;
}

const form = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]%]+)(?::([1-9]\d{0,4}))?$/i;
const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Every phone that joins names one of a few. */
const lately = new LRUCache<string, LoginHost>({ max: 500 });
/** Characters. What is longer is not kept: guests can write what they like. */
const longestKept = 300;

/** Host or address, optionally with a port. Undefined for anything else, such as an address with a path. */
export function readLoginHost(text: string): LoginHost | undefined {
  const known = lately.get(text);
  if (known) return known;
  const read = readAnew(text);
  if (read && text.length <= longestKept) lately.set(text, read);
  return read;
}

function readAnew(text: string): LoginHost | undefined {
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
