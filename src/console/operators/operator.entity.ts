import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('operators')
@Index('operators_email', ['organizationId', 'emailKey'], { unique: true })
@Index('operators_by_email', ['emailKey', 'createdAt'])
export class OperatorEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') email: string;
  @Column('text', { name: 'email_key' }) emailKey: string;
  @Column('text') name: string;
  @Column('uuid', { name: 'role_id' }) roleId: string;
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash: string | null;
  @Column('bytea', { name: 'invitation_hash', nullable: true }) invitationHash: Buffer | null;
  @Column('timestamptz', { name: 'invitation_expires_at', nullable: true }) invitationExpiresAt: Date | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('text', { name: 'totp_sealed', nullable: true }) totpSealed: string | null;
  @Column('boolean', { name: 'totp_confirmed', default: false }) totpConfirmed: boolean;
  @Column('bigint', { name: 'totp_step', default: 0 }) totpStep: string;
  @Column('bytea', { name: 'recovery_hashes', array: true, default: [] }) recoveryHashes: Buffer[];
  @Column('timestamptz', { name: 'signed_in_at', nullable: true }) signedInAt: Date | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
