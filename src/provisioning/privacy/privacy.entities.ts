import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `connection_privacy`: what one connection keeps about its people. */
@Entity({ name: 'connection_privacy' })
export class ConnectionPrivacyEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text', array: true, nullable: true }) fields: string[] | null;
  @Column({ name: 'payload_days', type: 'int', nullable: true }) payloadDays: number | null;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** Row of `erasures`: somebody to erase, and the progress. */
@Entity({ name: 'erasures' })
@Index('erasures_open', ['createdAt'], { where: "status <> 'done'" })
@Index('erasures_list', ['organizationId', 'createdAt', 'id'])
export class ErasureEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) person: string;
  @Column({ type: 'text' }) status: 'ending' | 'auditing' | 'done';
  @Column({ name: 'subject_ids', type: 'uuid', array: true }) subjectIds: string[];
  @Column({ name: 'identity_ids', type: 'uuid', array: true }) identityIds: string[];
  @Column({ name: 'scope_sealed', type: 'text', nullable: true }) scopeSealed: string | null;
  @Column({ type: 'jsonb', default: {} }) counts: Record<string, number>;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'done_at', type: 'timestamptz', nullable: true }) doneAt: Instant | null;
}

export const erasureTable = tableOf(ErasureEntity);

export const privacyEntities = [ConnectionPrivacyEntity, ErasureEntity];
