import type { GroupPolicy } from '../user-groups/group-policy.js';
import type { AccessFacts } from './access-facts.js';
import type { AccountAttribute } from './merged-attributes.js';

/** The question of an explanation, checked. */
export interface AccessTry {
  readonly username: string | null;
  readonly userId: string | null;
  /** 12 lower-case digits. */
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly authMethod: string | null;
  readonly client: string | null;
  readonly deviceType: string | null;
  readonly at: string;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A gateway that asks about a device by its address; the accept says how far to let it in. */
export interface PortalGateway extends Named {
  readonly vendor: string;
  /** The access list, roles and portal address that the make needs. */
  readonly macAuth: Readonly<Partial<Record<'portal_url' | 'redirect_acl' | 'captive_role' | 'role', string>>>;
  readonly portal: Named | null;
  /** The account with which the device came in at the portal, while its registration lasts. */
  readonly account: string | null;
}

/** What the records say about the one who signs in. */
export interface KnownParties {
  readonly timeZone: string;
  readonly user: (Named & NonNullable<AccessFacts['user']>) | null;
  readonly voucher: (Named & NonNullable<AccessFacts['voucher']>) | null;
  readonly device: (Named & NonNullable<AccessFacts['device']>) | null;
  readonly group: (Named & { readonly policy: GroupPolicy }) | null;
  /** A client of the networks, by name or by address. */
  readonly client: { readonly address: string; readonly name: string; readonly vendor: string } | null;
  /** The gateway of the client's network, if it knows guests by device address. */
  readonly gateway: PortalGateway | null;
  /** Attributes of the user and the group, in the order in which they were made. */
  readonly attributes: readonly AccountAttribute[];
}
