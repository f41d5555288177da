import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whose the address of a portal is: rows of Usher's own, kept by a trigger (claim_portal_address). */
@Entity('portal_addresses')
export class PortalAddressEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('text') slug: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('uuid', { name: 'portal_id' }) portalId: string;
}
