import type { Instant } from '../../kernel/clock.js';
import type { GroupPolicy } from '../user-groups/user-group.js';

/** Everything that decides about one try to get on the network, as far as it is known. */
export interface AccessFacts {
  /** Who signs in, or whose the device is that does. */
  readonly user: {
    readonly disabled: boolean;
    readonly validFrom: Instant | null;
    readonly validUntil: Instant | null;
  } | null;
  readonly voucher?: {
    readonly revokedAt: Instant | null;
    readonly firstUsedAt: Instant | null;
    readonly durationSeconds: number | null;
    readonly validUntil: Instant | null;
  } | null;
  readonly group: { readonly id: string; readonly policy: GroupPolicy } | null;
  /** Registered under the MAC address; with `authMethod` MAC it is what signs in, else what somebody signs in from. */
  readonly device: {
    readonly type: string | null;
    readonly disabled: boolean;
    readonly validUntil: Instant | null;
  } | null;
  readonly ssid: string | null;
  readonly authMethod: string | null;
  /** The access point or controller that asks. */
  readonly client: { readonly address: string | null; readonly name: string | null } | null;
  readonly at: Instant;
  /** Of the organization: hours are local. */
  readonly timeZone: string;
}

/** Why not, in the words of the authentication log. */
export type DenialCode =
  | 'unknown_user'
  | 'user_disabled'
  | 'not_yet_valid'
  | 'expired'
  | 'voucher_disabled'
  | 'voucher_expired'
  | 'unknown_device'
  | 'device_disabled'
  | 'outside_hours'
  | 'policy_denied';

export interface Denial {
  readonly code: DenialCode;
  readonly detail: string;
}
