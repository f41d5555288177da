import { macDigits, macWithColons } from '../../kernel/mac-address.js';
import type { GatewayArrival, ArrivalProblem } from './contract/gateway.js';
import type { Maker, RedirectValues } from './makers/maker.js';

/** A redirect is no longer than browsers allow; the guest can change its values. */
const longest = 2000;
const mostValues = 60;
/** Compiled once: rows of makers never change, and every phone's redirect is read by one. */
const parametersOf = new WeakMap<Maker, ReadonlySet<string>>();

/**
 * The make's own parameters, each once; others are dropped. Also understands gateways that join theirs with a second
 * `?`: `?lang=de?mac=…`.
 */
export function redirectValuesOf(maker: Maker, query: URLSearchParams): RedirectValues {
  const known = knownParameters(maker);
  const values = new Map<string, string>();
  const take = (name: string, value: string): void => {
    if (known.has(name) && !values.has(name) && value.length <= longest && values.size < mostValues)
      values.set(name, value);
  };
  for (const [name, value] of query) {
    take(name, value);
    const second = known.has(name) ? -1 : value.indexOf('?');
    if (second >= 0) for (const [inner, its] of new URLSearchParams(value.slice(second + 1))) take(inner, its);
  }
  return Object.fromEntries(values);
}

/** Meaning of the values, in our words. */
export function toldBy(
  maker: Maker,
  values: RedirectValues,
): Pick<GatewayArrival, 'clientMac' | 'clientAddress' | 'accessPointMac' | 'ssid' | 'nasId' | 'wantedUrl' | 'problem'> {
  const told = (what: keyof Maker['tells']): string | null =>
    maker.tells[what]?.map((name) => values[name]).find((value) => value) ?? null;
  return {
    clientMac: macIn(told('clientMac')),
    clientAddress: told('clientAddress'),
    accessPointMac: macIn(told('accessPointMac')),
    ssid: told('ssid'),
    nasId: told('nasId'),
    wantedUrl: webAddress(told('wantedUrl')),
    problem: problemIn(maker, values),
  };
}

/** For a bug report: leaves out who the guest is, and what could let somebody in. */
export function redacted(maker: Maker, values: RedirectValues): RedirectValues {
  const hidden = new Set(maker.hidden);
  const macs = new Set(maker.tells.clientMac);
  const wanted = new Set(maker.tells.wantedUrl);
  const shown = Object.entries(values).map(([name, value]): [string, string] => {
    if (hidden.has(name)) return [name, '…'];
    if (macs.has(name)) return [name, `${value.slice(0, 8)}…`];
    return [name, wanted.has(name) ? '…' : value.slice(0, 200)];
  });
  return Object.fromEntries(shown);
}

/** Every parameter that this make's row names. */
export function knownParameters(maker: Maker): ReadonlySet<string> {
  const known = parametersOf.get(maker) ?? parametersNamedBy(maker);
  parametersOf.set(maker, known);
  return known;
}

function parametersNamedBy(maker: Maker): ReadonlySet<string> {
  const ofLogins = maker.logins.flatMap(({ hostIn, portIn, fields }) => [
    ...hostIn,
    ...(portIn ? [portIn] : []),
    ...Object.values(fields).flatMap((each) => (typeof each === 'object' && 'sent' in each ? [each.sent] : [])),
  ]);
  const told = Object.values(maker.tells).flat();
  return new Set([
    ...told,
    ...ofLogins,
    ...(maker.problem ? [maker.problem.in] : []),
    ...(maker.site ? [maker.site.in] : []),
    ...(maker.toldAgain ?? []),
    ...(maker.hidden ?? []),
  ]);
}

function macIn(text: string | null): string | null {
  const digits = text === null ? undefined : macDigits(text);
  return digits === undefined ? null : macWithColons(digits);
}

/** Some leave out the scheme. Only ever shown, so anything that is no web address counts as none. */
function webAddress(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `http://${text}`);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

function problemIn({ problem }: Maker, values: RedirectValues): ArrivalProblem | null {
  const said = problem ? values[problem.in] : undefined;
  if (!problem || said === undefined) return null;
  const known = problem.words.find(([pattern]) => pattern.test(said));
  return known ? known[1] : problem.otherwise;
}
