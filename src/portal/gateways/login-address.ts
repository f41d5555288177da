import { type LoginHost, readLoginHost } from '../../console/gateways/login-host.js';
import { type Login, Unfit, type RedirectValues } from './makers/maker.js';

/** Of a login address. */
interface Target {
  readonly origin: string;
  readonly path: string;
  readonly search: string;
}

/**
 * Where the browser is sent. The redirect only chooses among the gateway's login hosts: scheme and path are ours, the
 * port is the make's or that of the entry. Throws `Unfit`.
 */
export function loginAddress(login: Login, values: RedirectValues, hosts: readonly string[]): URL {
  const target = targetOf(login, values, hosts);
  if (typeof target === 'string') throw new Unfit(target);
  const address = new URL(target.origin);
  address.pathname = target.path;
  address.search = target.search;
  return address;
}

/**
 * Whether there is such an address. Asked of each gateway of a portal for each first page: so nothing is thrown, an
 * error takes longer to make than all else that is read of a redirect.
 */
export function hasLoginAddress(login: Login, values: RedirectValues, hosts: readonly string[]): boolean {
  return typeof targetOf(login, values, hosts) !== 'string';
}

/** A text: why there is none. */
function targetOf(login: Login, values: RedirectValues, hosts: readonly string[]): Target | string {
  const allowed = hosts.flatMap((each) => readLoginHost(each) ?? []);
  const said = login.hostIn.map((name) => values[name]).find((value) => value);
  const place = said === undefined ? onlyOne(allowed, login) : placeIn(said, login, values);
  if (typeof place === 'string') return place;
  const { host, port, scheme, url } = place;
  const entries = allowed.filter((entry) => entry.host === host);
  if (entries.length === 0) return `${host.slice(0, 100)} is none of the login hosts`;
  const [entry] = entries;
  const [[usual, usualScheme]] = login.ports;
  const wanted = port ?? (entries.length === 1 ? entry.port : null) ?? usual;
  const known = login.ports.find(([each]) => each === wanted);
  if (!entries.some((each) => (each.port === null ? known !== undefined : each.port === wanted)))
    return `port ${wanted} of ${host} is none of the login hosts`;
  const origin = `${known?.[1] ?? scheme ?? usualScheme}://${host}:${wanted}`;
  if (typeof login.path === 'string') return { origin, path: login.path, search: '' };
  if (!url || !login.path.test(url.pathname)) return 'the path of the login address is none of the make';
  return { origin, path: url.pathname, search: url.search };
}

interface Place {
  readonly host: string;
  readonly port: number | null;
  readonly scheme: 'http' | 'https' | null;
  readonly url: URL | null;
}

function onlyOne(allowed: readonly LoginHost[], { hostIn }: Login): Place | string {
  if (allowed.length === 0) return 'the gateway has no login host here';
  if (allowed.length > 1 && hostIn.length > 0) return `the redirect has no ${hostIn.join(' or ')}`;
  return { ...allowed[0], scheme: null, url: null };
}

const noPlace = 'the login address is no host or address';

/** A host alone, with a port, or in a URL. */
function placeIn(said: string, { portIn }: Login, values: RedirectValues): Place | string {
  // An address that a browser and this parser may read differently is refused.
  if (/[\p{Cc}\s\\]/u.test(said)) return noPlace;
  const scheme = /^(https?):\/\//i.exec(said)?.[1].toLowerCase() as Place['scheme'] | undefined;
  const url = scheme ? URL.parse(said) : null;
  if (scheme && (!url || url.username || url.password || said.includes('@'))) return noPlace;
  const authority = url ? url.host : said;
  const place = readLoginHost(authority);
  if (!place) return noPlace;
  const alone = portIn === undefined ? '' : (values[portIn] ?? '');
  if (alone && !/^[1-9]\d{0,4}$/.test(alone)) return noPlace;
  const spoken = scheme === undefined ? null : scheme === 'https' ? 443 : 80;
  return { host: place.host, port: place.port ?? (alone ? Number(alone) : spoken), scheme: scheme ?? null, url };
}

/** Origins of all its logins. */
export function loginOrigins(hosts: readonly string[], logins: readonly Pick<Login, 'ports'>[]): string[] {
  const ports = new Map(logins.flatMap((login) => login.ports));
  return hosts.flatMap((text) => {
    const { host, port } = readLoginHost(text) ?? {};
    if (host === undefined) return [];
    if (port === null || port === undefined)
      return [...ports].map(([each, scheme]) => new URL(`${scheme}://${host}:${each}`).origin);
    const scheme = ports.get(port);
    const schemes = scheme ? [scheme] : ['http', 'https'];
    return schemes.map((each) => new URL(`${each}://${host}:${port}`).origin);
  });
}
