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
  const values: Record<string, string> = {};
  let count = 0;
  const take = (name: string, value: string): void => {
    if (!known.has(name) || value.length > longest || count >= mostValues || Object.hasOwn(values, name)) return;
    values[name] = value;
    count += 1;
  };
  query.forEach((value, name) => {
    if (known.has(name)) return take(name, value);
    const second = value.indexOf('?');
    if (second >= 0) new URLSearchParams(value.slice(second + 1)).forEach((its, inner) => take(inner, its));
  });
  return values;
}

/** Meaning of the values, in our words. */
export function toldBy(
  maker: Maker,
  values: RedirectValues,
): Pick<GatewayArrival, 'clientMac' | 'clientAddress' | 'accessPointMac' | 'ssid' | 'nasId' | 'problem'> {
  const { clientMac, clientAddress, accessPointMac, ssid, nasId } = maker.tells;
  return {
    clientMac: macIn(firstOf(clientMac, values)),
    clientAddress: firstOf(clientAddress, values),
    accessPointMac: macIn(firstOf(accessPointMac, values)),
    ssid: firstOf(ssid, values),
    nasId: firstOf(nasId, values),
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
  const known = parametersOf.get(maker);
  if (known) return known;
  const named = parametersNamedBy(maker);
  parametersOf.set(maker, named);
  return named;
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

/** The first that says anything. */
function firstOf(names: readonly string[] | undefined, values: RedirectValues): string | null {
  for (const name of names ?? []) if (values[name]) return values[name];
  return null;
}

function macIn(text: string | null): string | null {
  const digits = text === null ? undefined : macDigits(text);
  return digits === undefined ? null : macWithColons(digits);
}

function problemIn({ problem }: Maker, values: RedirectValues): ArrivalProblem | null {
  const said = problem ? values[problem.in] : undefined;
  if (!problem || said === undefined) return null;
  const known = problem.words.find(([pattern]) => pattern.test(said));
  return known ? known[1] : problem.otherwise;
}
