import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OldSecret } from './webhook.js';

@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') type: string;
  /** As it may be seen; all of it is sealed. */
  @Column('text') url: string;
  @Column('text', { name: 'url_sealed', nullable: true }) urlSealed: string | null;
  @Column('text', { array: true }) events: string[];
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { name: 'tls_ca', nullable: true }) tlsCa: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason: string | null;
  @Column('text', { name: 'secret_sealed' }) secretSealed: string;
  @Column('jsonb', { name: 'old_secrets', default: [] }) oldSecrets: OldSecret[];
  @Column('timestamptz', { name: 'failing_since_at', nullable: true }) failingSinceAt: Date | null;
  @Column('int', { name: 'failures_in_row', default: 0 }) failuresInRow: number;
  @Column('timestamptz', { name: 'paused_until_at', nullable: true }) pausedUntilAt: Date | null;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
