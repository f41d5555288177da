import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('users')
@Index('users_list', ['organizationId', 'createdAt', 'id'])
@Index('users_by_group', ['organizationId', 'groupId'])
@Index('users_username', ['organizationId', 'usernameKey'], { unique: true })
@Index('users_external_id', ['organizationId', 'externalId'], { unique: true })
export class UserEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') username: string;
  @Column({ type: 'text', name: 'username_key', collation: 'C' }) usernameKey: string;
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('bytea', { name: 'nt_hash_sealed', nullable: true }) ntHashSealed: Buffer | null;
  @Column('text', { name: 'password_ssha512', nullable: true }) passwordSsha512: string | null;
  @Column('text', { name: 'first_name', nullable: true }) firstName: string | null;
  @Column('text', { name: 'last_name', nullable: true }) lastName: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('timestamptz', { name: 'valid_from', nullable: true }) validFrom: Date | null;
  @Column('timestamptz', { name: 'valid_until', nullable: true }) validUntil: Date | null;
  @Column('int', { name: 'max_devices', nullable: true }) maxDevices: number | null;
  @Column('text', { nullable: true }) comment: string | null;
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('uuid', { name: 'source_connection_id', nullable: true }) sourceConnectionId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
