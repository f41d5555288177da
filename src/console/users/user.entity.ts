import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('users')
@Index('users_list', ['organizationId', 'createdAt', 'id'])
@Index('users_by_group', ['organizationId', 'groupId'])
@Index('users_username', ['organizationId', 'usernameKey'], { unique: true })
@Index('users_external_id', ['organizationId', 'externalId'], { unique: true })
export class UserEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** NFC, trimmed, 1 to 253 characters; unique in its organization, regardless of case. */
  @Column('text') username: string;
  @Column({ type: 'text', name: 'username_key', collation: 'C', select: false }) usernameKey: string;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('bytea', { name: 'nt_hash_sealed', nullable: true, select: false }) ntHashSealed: Buffer | null;
  @Column('text', { name: 'password_ssha512', nullable: true, select: false }) passwordSsha512: string | null;
  @Column('text', { name: 'first_name', nullable: true }) firstName: string | null;
  @Column('text', { name: 'last_name', nullable: true }) lastName: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('timestamptz', { name: 'valid_from', nullable: true }) validFrom: Instant | null;
  @Column('timestamptz', { name: 'valid_until', nullable: true }) validUntil: Instant | null;
  /** 1 to 10,000; null: no limit of its own. */
  @Column('int', { name: 'max_devices', nullable: true }) maxDevices: number | null;
  @Column('text', { nullable: true }) comment: string | null;
  /** The caller's own id; unique in its organization. */
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  /** The connection that manages this user; null: managed by hand. */
  @Column('uuid', { name: 'source_connection_id', nullable: true }) sourceConnectionId: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
  /** Generated: the text that a search for people matches; null for users of a connection. */
  @Column({
    type: 'text',
    name: 'person_key',
    nullable: true,
    collation: 'C',
    select: false,
    insert: false,
    update: false,
  })
  personKey: string | null;
}

export const userTable = tableOf(UserEntity);
