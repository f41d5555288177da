import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('profiles')
@Index('profiles_list', ['organizationId', 'createdAt', 'id'])
export class ProfileEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') ssid: string;
  @Column('text', { name: 'eap_type' }) eapType: string;
  @Column('text') platform: string;
  @Column('text', { name: 'inner_method', nullable: true }) innerMethod: string | null;
  @Column('text', { name: 'server_names', array: true }) serverNames: string[];
  @Column('text', { name: 'anonymous_identity', nullable: true }) anonymousIdentity: string | null;
  @Column('boolean', { default: false }) hidden: boolean;
  @Column('text', { nullable: true }) domain: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'certificate_id', nullable: true }) certificateId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const profileTable = tableOf(ProfileEntity);
