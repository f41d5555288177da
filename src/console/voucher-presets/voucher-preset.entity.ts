import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('voucher_presets')
@Index('voucher_presets_by_group', ['organizationId', 'groupId'])
export class VoucherPresetEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** Unique in its organization, regardless of case. */
  @Column('text') name: string;
  @Column('uuid', { name: 'group_id' }) groupId: string;
  @Column('int', { default: 1 }) count: number;
  /** Seconds from first use; null: no limit. */
  @Column('int', { name: 'duration_seconds', nullable: true }) durationSeconds: number | null;
  /** Days from their making within which they are used first; null: any time. */
  @Column('int', { name: 'days_to_first_use', nullable: true }) daysToFirstUse: number | null;
  @Column('int', { name: 'max_devices', nullable: true }) maxDevices: number | null;
  @Column('text', { nullable: true }) prefix: string | null;
  @Column('int', { name: 'code_length', default: 8 }) codeLength: number;
  @Column('text', { nullable: true }) comment: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const voucherPresetTable = tableOf(VoucherPresetEntity);
