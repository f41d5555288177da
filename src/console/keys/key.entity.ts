import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { Actor } from '../../kernel/context.js';

@Entity('api_keys')
export class KeyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Index('api_keys_token')
  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash: Buffer;
  @Column('text') prefix: string;
  @Column('uuid', { name: 'role_id', nullable: true }) roleId: string | null;
  @Column('text', { array: true, nullable: true }) permissions: string[] | null;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Instant | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true, select: false }) revokedAt: Instant | null;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Instant | null;
  @Column('text', { name: 'made_by_kind', nullable: true }) madeByKind: Actor['kind'] | null;
  @Column('uuid', { name: 'made_by_id', nullable: true }) madeById: string | null;
  @Column('text', { name: 'made_by_name', nullable: true }) madeByName: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const keyTable = tableOf(KeyEntity);

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

@Entity('rate_windows')
export class RateWindowEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('text') budget: string;
  @Column('timestamptz', { name: 'window_started_at' }) windowStartedAt: Date;
  @Column('int') used: number;
}
