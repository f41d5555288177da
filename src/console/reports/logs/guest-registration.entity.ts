import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who registered at a captive portal; partitioned by month. */
@Entity('guest_registrations')
export class GuestRegistrationEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('timestamptz', { name: 'created_at' }) createdAt: Date;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id', nullable: true }) captivePortalId: string | null;
  @Column('text', { nullable: true }) method: string | null;
  @Column('text', { nullable: true }) username: string | null;
  @Column('text', { name: 'username_key', nullable: true }) usernameKey: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('text', { name: 'full_name', nullable: true }) fullName: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) company: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) mac: string | null;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('text', { name: 'access_point', nullable: true }) accessPoint: string | null;
  @Column('timestamptz', { name: 'valid_until', nullable: true }) validUntil: Date | null;
  /** What was paid for; `price` in the currency's minor units. */
  @Column('text', { nullable: true }) tier: string | null;
  @Column('int', { nullable: true }) price: number | null;
  @Column('text', { nullable: true }) currency: string | null;
  @Column('text', { nullable: true }) pay: string | null;
}
