import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PortalTier } from '../captive-portals/captive-portal.js';

/** Row of `portal_payments`: what a guest chose to pay for at a captive portal. */
@Entity('portal_payments')
@Index('portal_payments_by_user', ['organizationId', 'userId', 'createdAt'])
@Index('portal_payments_by_registration', ['organizationId', 'askedBy'])
@Index('portal_payments_open', ['createdAt'], { where: "status = 'open'" })
export class PortalPaymentEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id' }) captivePortalId: string;
  /** The registration by which the guest had proven who they are. */
  @Column('uuid', { name: 'asked_by' }) askedBy: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') pay: string;
  /** As it was when the guest accepted it. */
  @Column('jsonb') tier: PortalTier;
  @Column('text', { nullable: true }) room: string | null;
  /** open, paid, failed. */
  @Column('text') status: string;
  /** What was given for it. */
  @Column('uuid', { name: 'registration_id', nullable: true }) registrationId: string | null;
  @Column('uuid', { name: 'account_id', nullable: true }) accountId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column('timestamptz', { name: 'until_at', nullable: true }) untilAt: Date | null;
}
