import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { GroupPolicy } from './group-policy.js';

@Entity('user_groups')
@Index('user_groups_list', ['organizationId', 'createdAt', 'id'])
@Index('user_groups_name', ['organizationId', 'nameKey'], { unique: true })
export class UserGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** NFC, trimmed, 1 to 128 characters; unique in its organization, regardless of case. */
  @Column('text') name: string;
  @Column('text', { name: 'name_key', select: false }) nameKey: string;
  @Column('text', { nullable: true }) comment: string | null;
  @Column('int', { default: 0 }) priority: number;
  @Column('jsonb', { default: {} }) policy: GroupPolicy;
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('uuid', { name: 'source_connection_id', nullable: true }) sourceConnectionId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const groupTable = tableOf(UserGroupEntity);
