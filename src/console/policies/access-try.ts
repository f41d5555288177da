import type { GroupPolicy } from '../user-groups/user-group.js';
import type { AccessFacts } from './access-facts.js';
import type { AccountAttribute } from './merged-attributes.js';

/** The question of an explanation, in checked form. */
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

/** What the records say about who tries. */
export interface KnownParties {
  readonly timeZone: string;
  readonly user: (Named & NonNullable<AccessFacts['user']>) | null;
  readonly voucher: (Named & NonNullable<AccessFacts['voucher']>) | null;
  readonly device: (Named & NonNullable<AccessFacts['device']>) | null;
  readonly group: (Named & { readonly policy: GroupPolicy }) | null;
  /** Of the networks' clients, by name or by the address that it has. */
  readonly client: { readonly address: string; readonly name: string; readonly vendor: string } | null;
  /** Of the user and the group, in the order in which they were made. */
  readonly attributes: readonly AccountAttribute[];
}
