import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { EndReason } from './end-reason.js';

/** One guest on one device who signed in at a captive portal. */
@Entity('registrations')
@Index('registrations_list', ['organizationId', 'createdAt', 'id'])
@Index('registrations_by_device', ['organizationId', 'mac', 'since'])
@Index('registrations_by_account', ['organizationId', 'usernameKey', 'since'])
@Index('registrations_by_portal', ['organizationId', 'captivePortalId', 'since'])
@Index('registrations_admitted', ['organizationId', 'admittedUntilAt'], {
  where: 'admitted_until_at is not null and ended_at is null',
})
export class RegistrationEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id' }) captivePortalId: string;
  @Column('text') method: string;
  /** The name that RADIUS knows: a user's name, or a voucher's code. */
  @Column('text') username: string;
  @Column('text', { name: 'username_key', select: false }) usernameKey: string;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'voucher_id', nullable: true }) voucherId: string | null;
  @Column('text', { name: 'first_name', nullable: true }) firstName: string | null;
  @Column('text', { name: 'last_name', nullable: true }) lastName: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) company: string | null;
  /** 12 lower-case digits; null while nobody has told it. */
  @Column({ type: 'text', collation: 'C', nullable: true }) mac: string | null;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('text', { name: 'access_point', nullable: true }) accessPoint: string | null;
  @Column('text', { nullable: true }) language: string | null;
  @Column('text', { name: 'terms_version', nullable: true }) termsVersion: string | null;
  @Column('text', { name: 'approved_by', nullable: true }) approvedBy: string | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt: Instant | null;
  /** What was paid for; null: it was free. */
  @Column('text', { nullable: true }) tier: string | null;
  /** In the currency's minor units; null also on further devices of who has paid. */
  @Column('int', { nullable: true }) price: number | null;
  @Column('text', { nullable: true }) currency: string | null;
  @Column('text', { nullable: true }) pay: string | null;
  /** The user was made for this registration. */
  @Column('boolean', { name: 'made_account', default: false, select: false }) madeAccount: boolean;
  @Column('timestamptz', { name: 'since_at' }) since: Instant;
  @Column('timestamptz', { name: 'until_at', nullable: true }) until: Instant | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Instant | null;
  /** Why it ended early; null: it did not, or an earlier version ended it. */
  @Column('text', { name: 'end_reason', nullable: true }) endReason: EndReason | null;
  /** Sent to a gateway that asks no RADIUS server. */
  @Column('timestamptz', { name: 'admitted_at', nullable: true, select: false }) admittedAt: Instant | null;
  /** When that gateway closes by itself. */
  @Column('timestamptz', { name: 'admitted_until_at', nullable: true, select: false }) admittedUntilAt: Instant | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const registrationTable = tableOf(RegistrationEntity);

/** What a guest agreed to when signing in. */
@Entity('portal_consents')
export class PortalConsentEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'registration_id' }) registrationId: string;
  @PrimaryColumn('text') kind: string;
  /** SHA-256 of the text, hexadecimal. */
  @Column('text', { name: 'text_hash' }) textHash: string;
  @Column('text') version: string;
  @Column('text') language: string;
  @Column('timestamptz', { name: 'given_at' }) givenAt: Instant;
}

/** What a gateway gets instead of a password, for 90 seconds. */
@Entity('portal_tickets')
@Index('portal_tickets_by_account', ['organizationId', 'usernameKey', 'endsAt'])
@Index('portal_tickets_by_registration', ['organizationId', 'registrationId'])
export class PortalTicketEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'registration_id' }) registrationId: string;
  @Column('text', { name: 'username_key' }) usernameKey: string;
  @Column({ type: 'text', collation: 'C', nullable: true }) mac: string | null;
  @Column('bytea', { name: 'ticket_sealed' }) ticketSealed: Buffer;
  @Column('timestamptz', { name: 'ends_at' }) endsAt: Instant;
}
