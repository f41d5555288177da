import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Which organization owns a portal address. The rows belong to Usher's organization; a trigger writes them
 * (claim_portal_address).
 */
@Entity('portal_addresses')
export class PortalAddressEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('text') slug: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('uuid', { name: 'portal_id' }) portalId: string;
}
