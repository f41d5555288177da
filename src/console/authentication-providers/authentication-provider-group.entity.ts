import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A group that a provider gives its people: kept so that the group cannot go. */
@Entity('authentication_provider_groups')
@Index('authentication_provider_groups_by_group', ['organizationId', 'groupId'])
export class AuthenticationProviderGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'provider_id' }) providerId: string;
  @PrimaryColumn('uuid', { name: 'group_id' }) groupId: string;
}
