import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../../database/table.js';
import type { Instant } from '../../../kernel/clock.js';

/** Row of `credential_deliveries`: one credential on its way to one person in one way. */
@Entity({ name: 'credential_deliveries' })
@Index('credential_deliveries_due', ['via', 'dueAt'], { where: "status = 'pending'" })
@Index('credential_deliveries_waiting', ['via', 'dueAt'], {
  where: "status = 'pending' and waiting_since_at is not null",
})
@Index('credential_deliveries_leased', ['leaseUntilAt'], { where: 'lease_until_at is not null' })
@Index('credential_deliveries_list', ['organizationId', 'createdAt', 'id'])
@Index('credential_deliveries_by_subject', ['organizationId', 'subjectId', 'createdAt', 'id'])
@Index('credential_deliveries_by_connection', ['organizationId', 'connectionId', 'createdAt', 'id'])
export class CredentialDeliveryEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'connection_id', type: 'uuid' }) connectionId: string;
  /** Null: the message that is answered names no record. */
  @Column({ name: 'subject_id', type: 'uuid', nullable: true }) subjectId: string | null;
  @Column({ name: 'identity_id', type: 'uuid', nullable: true }) identityId: string | null;
  /** Inbox event that led to it; null: a list, a timer, an operator. */
  @Column({ name: 'event_id', type: 'uuid', nullable: true }) eventId: string | null;
  /** Null: nothing was made. */
  @Column({ type: 'text', nullable: true }) kind: string | null;
  @Column({ type: 'text' }) via: string;
  /** Place among the connection's ways of delivery. */
  @Column({ type: 'smallint' }) position: number;
  /** Template of the address; null: the person's own. */
  @Column({ name: 'address_template', type: 'text', nullable: true }) addressTemplate: string | null;
  /** Where it went, or was to go. */
  @Column({ type: 'text', nullable: true }) address: string | null;
  @Column({ type: 'text', nullable: true }) language: string | null;
  /** Fingerprint by which the same credential is known again; null for vouchers. */
  @Column({ type: 'text', nullable: true }) credential: string | null;
  /** Username, password, codes; null once they need not be sent any more. */
  @Column({ name: 'content_sealed', type: 'text', nullable: true }) contentSealed: string | null;
  /** `none` and `failed` answer an outside system that waits, without a credential; `reason` says why. */
  @Column({ type: 'text', default: 'ready' }) outcome: string;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column({ type: 'text' }) status: string;
  /** How often somebody asked for it to be sent once more. */
  @Column({ type: 'int', default: 0 }) repeats: number;
  @Column({ type: 'int', default: 0 }) attempts: number;
  /** An attempt ended without a recorded outcome: the person may have it twice. */
  @Column({ name: 'is_uncertain', type: 'boolean', default: false }) isUncertain: boolean;
  @Column({ name: 'due_at', type: 'timestamptz' }) dueAt: Instant;
  /** Since when there is no way to send it; null: there is one, as far as known. */
  @Column({ name: 'waiting_since_at', type: 'timestamptz', nullable: true }) waitingSinceAt: Instant | null;
  @Column({ name: 'lease_owner', type: 'text', nullable: true }) leaseOwner: string | null;
  @Column({ name: 'lease_until_at', type: 'timestamptz', nullable: true }) leaseUntilAt: Instant | null;
  @Column({ name: 'attempted_at', type: 'timestamptz', nullable: true }) attemptedAt: Instant | null;
  @Column({ name: 'delivered_at', type: 'timestamptz', nullable: true }) deliveredAt: Instant | null;
  @Column({ type: 'text', nullable: true }) error: string | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

export const credentialDeliveryTable = tableOf(CredentialDeliveryEntity);
