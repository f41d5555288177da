import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import type { PolicyCondition } from './policy.js';

@Entity('policies')
@Index('policies_name', ['organizationId', 'nameKey'], { unique: true })
export class PolicyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { name: 'name_key', select: false }) nameKey: string;
  @Column('text', { nullable: true }) description: string | null;
  @Column('int') priority: number;
  @Column('boolean') enabled: boolean;
  @Column('text') match: string;
  @Column('jsonb') conditions: PolicyCondition[];
  @Column('text') effect: string;
  @Column('jsonb') reply: GroupPolicy;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const policyTable = tableOf(PolicyEntity);

/** A group that a policy's conditions name: kept so that the group cannot go. */
@Entity('policy_groups')
@Index('policy_groups_by_group', ['organizationId', 'groupId'])
export class PolicyGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'policy_id' }) policyId: string;
  @PrimaryColumn('uuid', { name: 'group_id' }) groupId: string;
}
