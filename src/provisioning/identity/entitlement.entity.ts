import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `entitlements`: what one subject entitles one identity to. */
@Entity({ name: 'entitlements' })
@Unique('entitlements_subject', ['organizationId', 'subjectId', 'kind'])
@Index('entitlements_by_identity', ['organizationId', 'identityId'])
export class EntitlementEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'identity_id', type: 'uuid' })
  identityId: string;

  @Column({ name: 'subject_id', type: 'uuid' })
  subjectId: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'jsonb' })
  spec: Record<string, unknown>;

  @Column({ name: 'secret_sealed', type: 'text', nullable: true })
  secretSealed: string | null;

  @Column({ name: 'valid_from_at', type: 'timestamptz', nullable: true })
  validFromAt: Instant | null;

  @Column({ name: 'valid_until_at', type: 'timestamptz', nullable: true })
  validUntilAt: Instant | null;

  @Column({ type: 'boolean', default: false })
  revoked: boolean;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}

export const entitlementTable = tableOf(EntitlementEntity);
