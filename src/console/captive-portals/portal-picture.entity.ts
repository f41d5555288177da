import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PictureType, PictureUse } from './picture.js';

/** Logo or background of a portal, byte for byte. */
@Entity('portal_pictures')
export class PortalPictureEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'portal_id' }) portalId: string;
  @PrimaryColumn('text') use: PictureUse;
  @Column('text') hash: string;
  @Column('text', { name: 'media_type' }) mediaType: PictureType;
  @Column('bytea') content: Buffer;
}
