import type { SharedWords } from '../../console/gateways/gateway-secrets.js';
import type { GatewayAdmission, NextStep } from './contract/gateway.js';
import { loginAddress } from './login-address.js';
import { type Filling, type Login, type Maker, type RedirectValues, Unfit } from './makers/maker.js';

/** No gateway keeps anybody longer. */
const longestSeconds = 365 * 86_400;

/** What the guest's browser sends to the gateway. Throws `Unfit` if the redirect or the record does not allow it. */
export function stepTo(
  maker: Maker,
  values: RedirectValues,
  gateway: { readonly loginHosts: readonly string[]; readonly words: SharedWords },
  admission: GatewayAdmission,
  nowMilliseconds: number,
): NextStep {
  const login = loginOf(maker, values);
  const address = loginAddress(login, values, gateway.loginHosts);
  const own = (what: Exclude<Filling, string | { sent: string }>['own']): string | undefined => {
    switch (what) {
      case 'username':
        return admission.username;
      case 'ticket':
        return admission.ticket;
      case 'returnUrl':
        return admission.returnUrl;
      case 'seconds':
        return secondsLeft(admission, login.longestSeconds, nowMilliseconds);
      case 'folded':
        return maker.fold ? maker.fold(admission.ticket, values, gateway.words, admission) : admission.ticket;
    }
  };
  const filled = Object.entries(login.fields).flatMap(([name, filling]): [string, string][] => {
    const value = typeof filling === 'string' ? filling : 'sent' in filling ? values[filling.sent] : own(filling.own);
    return value === undefined ? [] : [[name, value]];
  });
  if (login.method === 'post') {
    const leadsAnywhere = !Object.values(login.fields).some(
      (each) => typeof each === 'object' && 'own' in each && each.own === 'returnUrl',
    );
    return { kind: 'post', url: address.href, fields: Object.fromEntries(filled), leadsAnywhere };
  }
  for (const [name, value] of filled) address.searchParams.set(name, value);
  return { kind: 'get', url: address.href };
}

export function loginOf({ logins }: Maker, values: RedirectValues): Login {
  const login = logins.find(({ hostIn }) => hostIn.some((name) => values[name])) ?? logins.at(0);
  if (!login) throw new Unfit('guests of this make are let in by its controller: the gateway has none here');
  return login;
}

function secondsLeft(
  { endsAt }: GatewayAdmission,
  longest: number | undefined,
  nowMilliseconds: number,
): string | undefined {
  if (endsAt === null) return longest?.toString();
  const seconds = Math.floor((Date.parse(endsAt) - nowMilliseconds) / 1000);
  return String(Math.min(Math.max(seconds, 1), longest ?? longestSeconds));
}
