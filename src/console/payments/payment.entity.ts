import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { PortalTier } from '../captive-portals/portal-parts.js';

/** Row of `portal_payments`: what a guest chose to pay for at a captive portal. */
@Entity('portal_payments')
@Index('portal_payments_list', ['organizationId', 'createdAt', 'id'])
@Index('portal_payments_by_user', ['organizationId', 'userId', 'createdAt'])
@Index('portal_payments_by_account', ['organizationId', 'accountId'], { where: 'account_id is not null' })
@Index('portal_payments_by_registration', ['organizationId', 'askedBy'])
@Index('portal_payments_by_charge', ['organizationId', 'chargeId'], { where: 'charge_id is not null' })
@Index('portal_payments_open', ['createdAt'], { where: "status in ('open', 'unclear')" })
@Index('portal_payments_due', ['dueAt'], { where: 'due_at is not null' })
@Index('portal_payments_running', ['until'], { where: "ends_with_stay and status = 'paid'" })
export class PortalPaymentEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id' }) captivePortalId: string;
  /** The registration by which the guest had proven who they are. */
  @Column('uuid', { name: 'asked_by' }) askedBy: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') pay: string;
  /** As it was when the guest accepted it. */
  @Column('jsonb') tier: PortalTier;
  @Column('text', { nullable: true }) room: string | null;
  /** open, unclear, paid, failed, refunding, refunded. */
  @Column('text') status: PaymentStatus;
  /** Why it failed. */
  @Column('text', { nullable: true }) reason: string | null;
  /** What was given for it. */
  @Column('uuid', { name: 'registration_id', nullable: true }) registrationId: string | null;
  @Column('uuid', { name: 'account_id', nullable: true }) accountId: string | null;
  /** The tier ends at check-out. */
  @Column('boolean', { name: 'ends_with_stay', default: false, select: false }) endsWithStay: boolean;
  /** Where it is paid by card. */
  @Column('uuid', { name: 'provider_id', nullable: true }) providerId: string | null;
  /** At the provider. */
  @Column('text', { name: 'session_id', nullable: true }) sessionId: string | null;
  @Column('text', { name: 'session_url', nullable: true, select: false }) sessionUrl: string | null;
  /** What was charged there, to be paid back by. */
  @Column('text', { name: 'charge_id', nullable: true }) chargeId: string | null;
  /** Of a price by card, in minor units: what the provider has paid back. */
  @Column('int', { name: 'refunded_amount', nullable: true }) refundedAmount: number | null;
  /** Why the provider could not be asked when it was tried last, and what to do. */
  @Column('text', { nullable: true }) problem: string | null;
  /** What kind of problem that is, for pages that say it in the reader's language. */
  @Column('text', { name: 'problem_code', nullable: true }) problemCode: PaymentProblemCode | null;
  /** When the provider is asked again. */
  @Column('timestamptz', { name: 'due_at', nullable: true, select: false }) dueAt: Instant | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt: Instant | null;
  @Column('timestamptz', { name: 'until_at', nullable: true }) until: Instant | null;
}

export const paymentTable = tableOf(PortalPaymentEntity);

export const paymentStatuses = ['open', 'unclear', 'paid', 'failed', 'refunding', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** unreachable: no answer, or one that says to come back later. failed: by a fault of ours, which the log tells. */
export const paymentProblemCodes = ['key_refused', 'payment_missing', 'unreachable', 'refused', 'failed'] as const;
export type PaymentProblemCode = (typeof paymentProblemCodes)[number];

export type PaymentRecord = Readonly<
  Omit<PortalPaymentEntity, 'organizationId' | 'endsWithStay' | 'sessionUrl' | 'dueAt'>
>;
