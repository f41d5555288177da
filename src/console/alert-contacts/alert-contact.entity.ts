import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { AlertEvent } from './alert-events.js';

@Entity('alert_contacts')
export class AlertContactEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** Unique in its organization, regardless of case. */
  @Column('text') name: string;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  /** The part that is shown: scheme, host and port. The whole address is sealed. */
  @Column('text', { nullable: true }) url: string | null;
  @Column('text', { name: 'url_sealed', nullable: true, select: false }) urlSealed: string | null;
  @Column('text', { array: true }) events: readonly AlertEvent[];
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('text', { name: 'secret_sealed', nullable: true, select: false }) secretSealed: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const alertContactTable = tableOf(AlertContactEntity);
