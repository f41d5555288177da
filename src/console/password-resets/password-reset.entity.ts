import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Row of `password_resets`: somebody asked for a new password, whether or not there is such an operator. A queue of
 * mails, of no tenant: whom it is for is found out when it is sent.
 */
@Entity('password_resets')
@Index('password_resets_due', ['dueAt'], { where: "status = 'pending'" })
@Index('password_resets_leased', ['leaseUntilAt'], { where: 'lease_until_at is not null' })
export class PasswordResetEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'content_sealed', nullable: true }) contentSealed: string | null;
  /** pending, done, failed. */
  @Column('text') status: string;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Index('password_resets_over')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
