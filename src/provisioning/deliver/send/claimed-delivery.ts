import type { Instant } from '../../../kernel/clock.js';
import type { AccessOutcome } from '../../connector/answers.js';
import type { Facts } from '../../facts/facts.js';
import type { CredentialDeliveryStatus, DeliveryWay } from '../delivery/delivery.js';

/** A claimed delivery, with what is known about the person now. */
export interface ClaimedDelivery {
  readonly organizationId: string;
  readonly id: string;
  readonly connectionId: string;
  readonly subjectId: string | null;
  readonly identityId: string | null;
  readonly eventId: string | null;
  readonly kind: 'user' | 'voucher' | null;
  readonly outcome: AccessOutcome;
  readonly reason: string | null;
  readonly via: DeliveryWay;
  readonly addressTemplate: string | null;
  readonly contentSealed: string | null;
  readonly repeats: number;
  readonly attempts: number;
  /** Since when there was no way to send it; null: it did not wait for one. */
  readonly waitingSinceAt: Instant | null;
  readonly createdAt: Instant;
  /** Null: the record is no longer known. */
  readonly facts: Facts | null;
  readonly sourceKey: string | null;
  /** The access that the credential is for has ended. */
  readonly isOver: boolean;
}

/** The recorded outcome of an attempt. */
export interface CredentialSettlement {
  readonly status: CredentialDeliveryStatus;
  readonly attempts: number;
  readonly dueAt: Instant;
  readonly at: Instant;
  readonly error: string | null;
  readonly waitingSinceAt: Instant | null;
  readonly address: string | null;
  readonly language: string | null;
}

/** Of one delivery and one request for it: the same at every attempt. */
export function messageId({ id, repeats }: Pick<ClaimedDelivery, 'id' | 'repeats'>): string {
  return repeats === 0 ? id : `${id}-${repeats}`;
}
