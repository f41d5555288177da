import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('captive_portals')
export class CaptivePortalEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') slug: string;
  @Column('uuid', { name: 'network_id', nullable: true }) networkId: string | null;
  @Column('text', { array: true }) methods: string[];
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('int', { name: 'duration_seconds', nullable: true }) durationSeconds: number | null;
  @Column('jsonb', { default: {} }) theme: Record<string, unknown>;
  @Column('text', { nullable: true }) terms: string | null;
  @Column('text', { name: 'success_url', nullable: true }) successUrl: string | null;
  @Column('text') vendor: string;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const captivePortalTable = tableOf(CaptivePortalEntity);
