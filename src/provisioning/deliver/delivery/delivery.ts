import type { Instant } from '../../../kernel/clock.js';

const deliveryWays = ['email', 'sms', 'answer'] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

export type CredentialDeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One entry of a connection's `deliver`. */
export interface DeliverRule {
  readonly via: DeliveryWay;
  /** Liquid over the facts; absent: the person's own e-mail address or telephone number. */
  readonly to?: string;
}

/** What a person types in. */
export interface CredentialContent {
  readonly username: string | null;
  readonly password: string | null;
  readonly codes: readonly string[];
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
  /** Seconds that a voucher lasts from its first use. */
  readonly durationSeconds: number | null;
}

/** A sealed content copied to another delivery does not open there. */
export function contentContext(deliveryId: string): string {
  return `credential delivery ${deliveryId}`;
}
