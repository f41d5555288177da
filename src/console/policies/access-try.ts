import type { GroupPolicy } from '../user-groups/user-group.js';
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

interface Named {
  readonly id: string;
  readonly name: string;
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
  /** Attributes of the user and the group, in the order in which they were made. */
  readonly attributes: readonly AccountAttribute[];
}
