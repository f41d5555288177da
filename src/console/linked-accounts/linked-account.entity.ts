import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** Row of `operator_linked_accounts`: the account at a provider by which an operator signs in. */
@Entity('operator_linked_accounts')
@Unique('operator_linked_accounts_subject', ['organizationId', 'providerId', 'subject'])
@Unique('operator_linked_accounts_one_each', ['organizationId', 'operatorId', 'providerId'])
export class LinkedAccountEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'operator_id' }) operatorId: string;
  @Column('uuid', { name: 'provider_id' }) providerId: string;
  /** The provider's own id of the person: `sub`, a NameID, an entryUUID. Never given to somebody else there. */
  @Column('text') subject: string;
  /** Verified by the provider when it was last used; for people who compare. */
  @Column('text', { nullable: true }) email: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_used_at' }) lastUsedAt: Date;
}
