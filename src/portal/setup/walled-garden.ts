/** Why a host must be reachable for guests who are not in yet. */
export const gardenReasons = ['portal', 'privacy_notice', 'provider', 'payment'] as const;

export interface GardenEntry {
  /** A star stands for any subdomain. */
  readonly host: string;
  readonly why: (typeof gardenReasons)[number];
  /** The provider's id. */
  readonly name: string | null;
}

/** Hosts by which phones detect a portal; if guests could reach them, no page would open. */
export const neverInGarden: readonly string[] = [
  'captive.apple.com',
  'connectivitycheck.gstatic.com',
  'www.msftconnecttest.com',
];

/** Hosts that well-known providers' pages load. Their lists change: docs/sign-in-providers.md says where they are. */
const known: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^login\.microsoftonline\.com$/, ['*.msauth.net', '*.msftauth.net', 'aadcdn.msftauthimages.net']],
  [/^accounts\.google\.com$/, ['ssl.gstatic.com', 'fonts.gstatic.com', 'fonts.googleapis.com']],
  [/\.okta\.com$/, ['*.oktacdn.com']],
];

/** Hosts that Stripe's payment page loads: https://docs.stripe.com/ips#stripe-domains */
const stripeHosts = ['*.stripe.com', '*.stripe.network', '*.stripecdn.com', 'hcaptcha.com'];

export interface GardenProvider {
  readonly name: string;
  /** The hosts of its sign-in. */
  readonly url: string | null;
}

/** Each host once, for its first reason. */
export function walledGarden(
  address: string,
  privacyUrl: string | null,
  providers: readonly GardenProvider[],
  isPaidByCard: boolean,
): readonly GardenEntry[] {
  const entries: GardenEntry[] = [
    ...hostsAt(address).map((host) => ({ host, why: 'portal' as const, name: null })),
    ...hostsAt(privacyUrl).map((host) => ({ host, why: 'privacy_notice' as const, name: null })),
    ...providers.flatMap(({ name, url }) =>
      hostsAt(url)
        .flatMap((host) => [host, ...known.flatMap(([form, others]) => (form.test(host) ? others : []))])
        .map((host) => ({ host, why: 'provider' as const, name })),
    ),
    ...(isPaidByCard ? stripeHosts : []).map((host) => ({ host, why: 'payment' as const, name: 'Stripe' })),
  ];
  return entries.filter(({ host }, at) => entries.findIndex((each) => each.host === host) === at);
}

function hostsAt(address: string | null): string[] {
  const host = address === null ? undefined : URL.parse(address)?.hostname;
  return host ? [host] : [];
}
