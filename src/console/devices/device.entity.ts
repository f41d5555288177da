import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('devices')
export class DeviceEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'text', collation: 'C' }) mac: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('text', { nullable: true }) type: string | null;
  @Column('text', { nullable: true }) os: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('timestamptz', { name: 'valid_until', nullable: true }) validUntil: Date | null;
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('uuid', { name: 'source_connection_id', nullable: true }) sourceConnectionId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
