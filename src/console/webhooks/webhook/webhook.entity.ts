import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../../database/table.js';
import type { Instant } from '../../../kernel/clock.js';
import type { OldSecret } from './webhook.js';

@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') type: string;
  /** The shown part; the whole address is sealed. */
  @Column('text') url: string;
  @Column('text', { name: 'url_sealed', nullable: true, select: false }) urlSealed: string | null;
  @Column('text', { array: true }) events: string[];
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { name: 'tls_ca', nullable: true }) tlsCa: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason: string | null;
  @Column('text', { name: 'secret_sealed', select: false }) secretSealed: string;
  @Column('jsonb', { name: 'old_secrets', default: [], select: false }) oldSecrets: OldSecret[];
  @Column('timestamptz', { name: 'failing_since_at', nullable: true }) failingSinceAt: Instant | null;
  @Column('int', { name: 'failures_in_row', default: 0, select: false }) failuresInRow: number;
  @Column('timestamptz', { name: 'paused_until_at', nullable: true, select: false }) pausedUntilAt: Instant | null;
  @Column('timestamptz', { name: 'due_at', nullable: true, select: false }) dueAt: Instant | null;
  @Column('text', { name: 'lease_owner', nullable: true, select: false }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true, select: false }) leaseUntilAt: Instant | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const webhookTable = tableOf(WebhookEntity);
