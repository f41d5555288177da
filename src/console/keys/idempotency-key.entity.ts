import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'api_key_id' }) apiKeyId: string;
  @PrimaryColumn('text', { name: 'idempotency_key' }) idempotencyKey: string;
  @Column('bytea', { name: 'request_hash' }) requestHash: Buffer;
  @Column('int') status: number;
  @Column('text', { name: 'response_sealed' }) responseSealed: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Index('idempotency_keys_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
