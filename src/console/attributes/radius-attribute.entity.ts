import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('radius_attributes')
@Index('radius_attributes_by_user', ['organizationId', 'userId'])
@Index('radius_attributes_by_group', ['organizationId', 'groupId'])
export class RadiusAttributeEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'table_name' }) tableName: string;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('text') attribute: string;
  @Column('text') op: string;
  @Column('text', { name: 'value_sealed', nullable: true }) valueSealed: string | null;
  @Column('text', { nullable: true }) value: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
