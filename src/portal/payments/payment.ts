import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import type { PaymentStatus } from '../../console/payments/payment.entity.js';
import type { Instant } from '../../kernel/clock.js';
import type { PostingStatus } from '../../provisioning/posting/posting.js';
import type { ChargeRefusal } from '../../provisioning/connector/charges.js';
import type { Registration } from '../admission/registration.js';

/** Why the money went back after access was given: refunded by the house, or a lost dispute. */
export type ReturnReason = 'refunded' | 'disputed';

/** Why no access was given: the hotel system's reason, or the card payment's. */
export type PaymentRefusal =
  | ChargeRefusal
  | ReturnReason
  | 'cancelled'
  | 'expired'
  | 'unknown'
  | 'not_given'
  /** An open one has it, too: the guest is being erased, so its page is closed and what was paid goes back. */
  | 'erased';

/** What a guest chose to pay for. */
export interface Payment {
  readonly id: string;
  readonly portalId: string;
  /** The registration by which they had proven who they are. */
  readonly askedBy: string;
  readonly userId: string;
  readonly pay: PortalTier['pay'];
  readonly tier: PortalTier;
  readonly room: string | null;
  readonly status: PaymentStatus;
  readonly reason: PaymentRefusal | null;
  readonly registrationId: string | null;
  readonly accountId: string | null;
  readonly until: Instant | null;
  readonly createdAt: Instant;
  /** Whether the account that was given lets somebody in just now. */
  readonly isUsable: boolean;
  /** For card payments: the provider's part. */
  readonly providerId: string | null;
  readonly sessionId: string | null;
  readonly sessionUrl: string | null;
  readonly chargeId: string | null;
  /** Why the provider could not be asked. */
  readonly problem: string | null;
  /** Of the charge to the room. */
  readonly posting: PostingStatus | null;
  readonly refusal: ChargeRefusal | null;
  readonly answeredAt: Instant | null;
}

/** What a guest may choose from just now. */
export interface TierOffer {
  /** Null: no room can be charged. */
  readonly room: string | null;
  readonly tiers: readonly PortalTier[];
}

/** `unclear`: nobody knows whether the guest was charged. */
export type PaymentState =
  | { readonly is: 'waiting' | 'unclear' }
  /** On the page of the payment provider. */
  | { readonly is: 'paying'; readonly url: string | null }
  /** over: the account that was given has ended, or an operator has disabled or deleted it. */
  | { readonly is: 'paid' | 'over'; readonly registration: Registration }
  | { readonly is: 'refused'; readonly reason: PaymentRefusal };
