import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { AttributeTable } from './attribute-tables.js';

/** Row of `radius_attributes`: one attribute of a user or group. */
@Entity('radius_attributes')
@Index('radius_attributes_by_user', ['organizationId', 'userId'])
@Index('radius_attributes_by_group', ['organizationId', 'groupId'])
export class RadiusAttributeEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'table_name' }) table: AttributeTable;
  @Column('uuid', { name: 'user_id', nullable: true, select: false }) userId: string | null;
  @Column('uuid', { name: 'group_id', nullable: true, select: false }) groupId: string | null;
  @Column('text') attribute: string;
  @Column('text', { name: 'op' }) operator: string;
  @Column('text', { name: 'value_sealed', nullable: true, select: false }) valueSealed: string | null;
  /** Null for secrets, which are never shown. */
  @Column('text', { nullable: true }) value: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
}

export const radiusAttributeTable = tableOf(RadiusAttributeEntity);
