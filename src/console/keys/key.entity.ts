import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('api_keys')
export class KeyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Index('api_keys_token', { unique: true })
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;
  @Column('text') prefix: string;
  @Column('uuid', { name: 'role_id', nullable: true }) roleId: string | null;
  @Column('text', { array: true, nullable: true }) permissions: string[] | null;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
