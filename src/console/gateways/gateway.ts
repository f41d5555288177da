import type { RecordLife } from '../crud/record-life.js';
import type { ControllerSettings } from './controller-settings.js';
import type { GatewayEntity } from './gateway.entity.js';

export interface VendorRule {
  /** Shared words that this make has; each is sealed, and never shown again. */
  readonly secrets: readonly string[];
  /** Guests are let in by asking a controller: what has to be known of it besides its url. */
  readonly controller?: readonly (keyof ControllerSettings)[];
}

/** Makes that guests can be let in by. A make is offered once it works (src/portal/gateways). */
export const vendorRules = {
  coova: { secrets: ['uamsecret'] },
  mikrotik: { secrets: [] },
  cisco: { secrets: [] },
  aruba: { secrets: [] },
  fortinet: { secrets: [] },
  cambium: { secrets: [] },
  extreme: { secrets: [] },
  ruckus: { secrets: [] },
  meraki: { secrets: [] },
  opennds: { secrets: ['faskey'] },
  unifi: { secrets: ['api_key', 'username', 'password'], controller: ['site'] },
  omada: { secrets: ['username', 'password'], controller: ['site', 'controller_id'] },
} as const satisfies Record<string, VendorRule>;

export type GatewayVendor = keyof typeof vendorRules;
export const gatewayVendors = Object.keys(vendorRules) as readonly GatewayVendor[];

export function vendorRuleOf(vendor: GatewayVendor): VendorRule {
  return vendorRules[vendor];
}

/** What stands between guests and the internet, and sends them to a captive portal. */
export type Gateway = Readonly<Omit<GatewayEntity, 'organizationId' | 'lastArrival'>>;

/** The last redirect of a guest that this gateway made, without what would let somebody in. */
export interface LastArrival {
  readonly vendor: string;
  readonly proof: string;
  readonly problem: string | null;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a client says; shared words by name, null takes one away. */
export type GatewayValues = Omit<Gateway, keyof RecordLife | 'secretsSealed' | 'secretsSet' | 'lastArrivalAt'> & {
  readonly secrets: Readonly<Record<string, string | null>>;
};
