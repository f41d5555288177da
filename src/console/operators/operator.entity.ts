import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('operators')
@Index('operators_email', ['organizationId', 'emailKey'], { unique: true })
@Index('operators_by_email', ['emailKey', 'createdAt'])
export class OperatorEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') email: string;
  @Column('text', { name: 'email_key', select: false }) emailKey: string;
  @Column('text') name: string;
  @Column('uuid', { name: 'role_id' }) roleId: string;
  @Column('text', { name: 'password_hash', nullable: true, select: false }) passwordHash: string | null;
  @Column('bytea', { name: 'invitation_hash', nullable: true, select: false }) invitationHash: Buffer | null;
  @Column('timestamptz', { name: 'invitation_expires_at', nullable: true }) invitationExpiresAt: Instant | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('text', { name: 'totp_sealed', nullable: true, select: false }) totpSealed: string | null;
  @Column('boolean', { name: 'totp_confirmed', default: false, select: false }) totpConfirmed: boolean;
  @Column('bigint', { name: 'totp_step', default: 0, select: false }) totpStep: string;
  @Column('bytea', { name: 'recovery_hashes', array: true, default: [], select: false }) recoveryHashes: Buffer[];
  @Column('timestamptz', { name: 'signed_in_at', nullable: true }) signedInAt: Instant | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const operatorTable = tableOf(OperatorEntity);
