import type { Instant } from '../../../kernel/clock.js';
import type { DeliverRule } from '../../access/access-settings.dto.js';

export type DeliveryWay = DeliverRule['via'];

export type CredentialDeliveryStatus = 'pending' | 'delivered' | 'failed';

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
