import { type LoginHost, readLoginHost } from '../../console/gateways/login-host.js';
import { type Login, Unfit, type RedirectValues } from './makers/maker.js';

/**
 * Where the browser is sent. The redirect only chooses among the gateway's login hosts: scheme and path are ours, the
 * port is the make's or that of the entry. Throws `Unfit`.
 */
export function loginAddress(login: Login, values: RedirectValues, hosts: readonly string[]): URL {
  const allowed = hosts.flatMap((each) => readLoginHost(each) ?? []);
  const said = login.hostIn.map((name) => values[name]).find((value) => value);
  const { host, port, scheme, url } = said === undefined ? onlyOne(allowed, login) : placeIn(said, login, values);
  const usual = login.ports[0][0];
  const entries = allowed.filter((entry) => entry.host === host);
  if (entries.length === 0) throw new Unfit(`${host.slice(0, 100)} is none of the login hosts`);
  const [entry] = entries;
  const wanted = port ?? (entries.length === 1 ? entry.port : null) ?? usual;
  const known = login.ports.find(([each]) => each === wanted);
  if (!entries.some((each) => (each.port === null ? known !== undefined : each.port === wanted)))
    throw new Unfit(`port ${wanted} of ${host} is none of the login hosts`);
  const address = new URL(`${known?.[1] ?? scheme ?? login.ports[0][1]}://${host}:${wanted}`);
  if (typeof login.path === 'string') address.pathname = login.path;
  else {
    if (!url || !login.path.test(url.pathname)) throw new Unfit('the path of the login address is none of the make');
    address.pathname = url.pathname;
    address.search = url.search;
  }
  return address;
}

interface Place {
  readonly host: string;
  readonly port: number | null;
  readonly scheme: 'http' | 'https' | null;
  readonly url: URL | null;
}

function onlyOne(allowed: readonly LoginHost[], { hostIn }: Login): Place {
  if (allowed.length === 0) throw new Unfit('the gateway has no login host here');
  if (allowed.length > 1 && hostIn.length > 0) throw new Unfit(`the redirect has no ${hostIn.join(' or ')}`);
  return { ...allowed[0], scheme: null, url: null };
}

/** A host alone, with a port, or in a URL. */
function placeIn(said: string, { portIn }: Login, values: RedirectValues): Place {
  const refused = new Unfit('the login address is no host or address');
  // An address that a browser and this parser may read differently is refused.
  if (/[\p{Cc}\s\\]/u.test(said)) throw refused;
  const scheme = /^(https?):\/\//i.exec(said)?.[1].toLowerCase() as Place['scheme'] | undefined;
  const url = scheme ? URL.parse(said) : null;
  if (scheme && (!url || url.username || url.password || said.includes('@'))) throw refused;
  const authority = url ? url.host : said;
  const place = readLoginHost(authority);
  if (!place) throw refused;
  const alone = portIn === undefined ? '' : (values[portIn] ?? '');
  if (alone && !/^[1-9]\d{0,4}$/.test(alone)) throw refused;
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
