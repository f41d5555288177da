import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A group that a policy's conditions name: kept so that the group cannot go. */
@Entity('policy_groups')
@Index('policy_groups_by_group', ['organizationId', 'groupId'])
export class PolicyGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'policy_id' }) policyId: string;
  @PrimaryColumn('uuid', { name: 'group_id' }) groupId: string;
}
