import type { Instant } from '../../kernel/clock.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';

/** Everything known that decides about one attempt to join the network. */
export interface AccessFacts {
  /** The person who signs in, or whose device does. */
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
  /**
   * The device registered under the MAC address. With `authMethod` MAC it signs in itself, otherwise somebody signs in
   * from it.
   */
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
  /** The organization's zone, since hours are local. */
  readonly timeZone: string;
}

/** Why not, in the codes of the authentication log. */
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
