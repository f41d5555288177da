import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user whom a portal made, or a sign-in by RADIUS of a person of a directory. */
@Entity('portal_accounts')
export class PortalAccountEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  @Column('uuid', { name: 'captive_portal_id', nullable: true }) captivePortalId: string | null;
  @Column('timestamptz', { name: 'made_at' }) madeAt: Date;
}

/** What a guest asked for at a portal, and who has still to confirm it: the guest, or a host. */
@Entity('portal_requests')
@Index('portal_requests_by_secret', ['organizationId', 'captivePortalId', 'secret'])
@Index('portal_requests_by_device', ['organizationId', 'captivePortalId', 'mac', 'createdAt'])
@Index('portal_requests_age', ['endsAt'])
export class PortalRequestEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id' }) captivePortalId: string;
  @Column('text') method: string;
  @Column('text') status: string;
  @Column('text', { name: 'first_name', nullable: true }) firstName: string | null;
  @Column('text', { name: 'last_name', nullable: true }) lastName: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) company: string | null;
  /** E-mail address of the host who is asked. */
  @Column('text', { nullable: true }) host: string | null;
  @Column({ type: 'text', collation: 'C', nullable: true }) mac: string | null;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('text', { name: 'access_point', nullable: true }) accessPoint: string | null;
  @Column('text') language: string;
  @Column('jsonb') consents: object[];
  /** Digest of the link, or fingerprint of the code. */
  @Column('text') secret: string;
  @Column('int', { default: 0 }) tries: number;
  @Column('uuid', { name: 'registration_id', nullable: true }) registrationId: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  /** The payment for which the guest has minutes of access. */
  @Column('uuid', { name: 'payment_id', nullable: true }) paymentId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'ends_at' }) endsAt: Date;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt: Date | null;
}

/** A message of a portal on its way to a guest or a host. */
@Entity('portal_messages')
@Index('portal_messages_due', ['via', 'dueAt'], { where: "status = 'pending'" })
@Index('portal_messages_leased', ['leaseUntilAt'], { where: 'lease_until_at is not null' })
@Index('portal_messages_of_portal', ['organizationId', 'captivePortalId', 'createdAt'])
@Index('portal_messages_of_request', ['organizationId', 'requestId'])
export class PortalMessageEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id' }) captivePortalId: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('text') via: string;
  @Column('text') address: string;
  /** Of the guest who asked: 12 digits, or an address. */
  @Column('text', { nullable: true }) device: string | null;
  @Column('text', { name: 'content_sealed', nullable: true }) contentSealed: string | null;
  @Column('text') status: string;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'ends_at' }) endsAt: Date;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('text', { nullable: true }) error: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
