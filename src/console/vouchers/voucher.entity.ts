import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('vouchers')
@Index('vouchers_list', ['organizationId', 'createdAt', 'id'])
@Index('vouchers_batches', ['organizationId', 'createdAt', 'id'], { where: 'id = batch_id' })
@Index('vouchers_by_group', ['organizationId', 'groupId'])
@Index('vouchers_by_external_id', ['organizationId', 'externalId'], { where: 'external_id IS NOT NULL' })
@Index('vouchers_by_end', ['organizationId', 'endsAt', 'firstUsedAt'], { where: 'revoked_at IS NULL' })
@Index('vouchers_used', ['organizationId', 'endsAt'], { where: 'revoked_at IS NULL AND first_used_at IS NOT NULL' })
@Index('vouchers_revoked', ['organizationId', 'createdAt', 'id'], { where: 'revoked_at IS NOT NULL' })
@Index('vouchers_code', ['organizationId', 'codeKey'], { unique: true })
export class VoucherEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') code: string;
  @Column({ type: 'text', name: 'code_key', collation: 'C', select: false }) codeKey: string;
  @Column('uuid', { name: 'group_id' }) groupId: string;
  /** Seconds from first use; null: no limit. */
  @Column('int', { name: 'duration_seconds', nullable: true }) durationSeconds: number | null;
  /** Must be used for the first time before this; null: any time. */
  @Column('timestamptz', { name: 'valid_until', nullable: true }) validUntil: Instant | null;
  @Column('int', { name: 'max_devices', nullable: true }) maxDevices: number | null;
  @Column('text', { nullable: true }) comment: string | null;
  /** Shared by all vouchers created in one call: the id of the first. */
  @Column('uuid', { name: 'batch_id' }) batchId: string;
  @Column('timestamptz', { name: 'first_used_at', nullable: true }) firstUsedAt: Instant | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Instant | null;
  @Column('timestamptz', { name: 'ends_at', default: () => "'infinity'", select: false }) endsAt: Instant;
  /** The caller's own id, shared by the vouchers of one batch. */
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('uuid', { name: 'source_connection_id', nullable: true }) sourceConnectionId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const voucherTable = tableOf(VoucherEntity);
