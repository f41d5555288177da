import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Attempt } from './delivery.js';

@Entity('webhook_deliveries')
@Unique('webhook_deliveries_once', ['organizationId', 'webhookId', 'eventId'])
export class WebhookDeliveryEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'webhook_id' }) webhookId: string;
  @Column('uuid', { name: 'event_id' }) eventId: string;
  @Column('text') event: string;
  @Column('boolean', { name: 'is_test', default: false }) isTest: boolean;
  @Column('text') status: string;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'attempted_at', nullable: true }) attemptedAt: Date | null;
  @Column('int', { name: 'response_status', nullable: true }) responseStatus: number | null;
  @Column('jsonb', { default: [] }) log: Attempt[];
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
