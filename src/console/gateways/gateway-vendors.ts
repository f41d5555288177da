import type { ControllerSettings } from './controller-settings.js';
import type { MacAuthSettings } from './mac-auth-settings.js';

export interface VendorRule {
  /** Shared words of this make. Each is sealed and never shown again. */
  readonly secrets: readonly string[];
  /** Guests are let in by asking a controller: what has to be known of it besides its url. */
  readonly controller?: readonly (keyof ControllerSettings)[];
  /** The controller is given a name and a one-time password, and asks RADIUS with them. */
  readonly passesCredentials?: true;
  /** It knows guests by device address: the settings that it requires. */
  readonly macAuth?: readonly (keyof MacAuthSettings)[];
  /** It takes no calls from outside; it asks which devices have to go. */
  readonly asksWhoEnds?: true;
  /** Its hand-over is described by a setting of the record. */
  readonly handOver?: true;
}

/** Makes that can let guests in. A make is offered once it works (src/portal/gateways). */
export const vendorRules = {
  coova: { secrets: ['uamsecret'] },
  mikrotik: { secrets: [] },
  cisco: { secrets: [] },
  'cisco-cwa': { secrets: [], macAuth: ['portal_url', 'redirect_acl'] },
  aruba: { secrets: [] },
  'aruba-roles': { secrets: [], macAuth: ['captive_role', 'role'] },
  fortinet: { secrets: [] },
  cambium: { secrets: [] },
  extreme: { secrets: [] },
  ruckus: { secrets: [] },
  'ruckus-smartzone': { secrets: ['username', 'password'], controller: ['site'], passesCredentials: true },
  meraki: { secrets: [] },
  opennds: { secrets: ['faskey'], asksWhoEnds: true },
  unifi: { secrets: ['api_key', 'username', 'password'], controller: ['site'] },
  omada: { secrets: ['username', 'password'], controller: ['site', 'controller_id'] },
  generic: { secrets: [], handOver: true },
} as const satisfies Record<string, VendorRule>;

export type GatewayVendor = keyof typeof vendorRules;
export const gatewayVendors = Object.keys(vendorRules) as readonly GatewayVendor[];

export function vendorRuleOf(vendor: GatewayVendor): VendorRule {
  return vendorRules[vendor];
}
