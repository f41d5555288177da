import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('devices')
export class DeviceEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** 12 lower-case hexadecimal digits (kernel/mac-address.ts); unique in its organization. Any notation is taken. */
  @Column({ type: 'text', collation: 'C' }) mac: string;
  @Column('text', { nullable: true }) name: string | null;
  /** Such as phone or printer. */
  @Column('text', { nullable: true }) type: string | null;
  @Column('text', { nullable: true }) os: string | null;
  /** Its user; deleted with the user. */
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('timestamptz', { name: 'valid_until', nullable: true }) validUntil: Instant | null;
  /** The caller's own id; unique in its organization. */
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  /** The connection that manages this device; null: managed by hand. */
  @Column('uuid', { name: 'source_connection_id', nullable: true }) sourceConnectionId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const deviceTable = tableOf(DeviceEntity);
