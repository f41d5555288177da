import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MessageContent } from './alert-message.js';

@Entity('alert_messages')
export class AlertMessageEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'contact_id' }) contactId: string;
  @Column('text') way: string;
  @Column('text') kind: string;
  @Column('jsonb') content: MessageContent;
  @Column('text') status: string;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('timestamptz', { name: 'attempted_at', nullable: true }) attemptedAt: Date | null;
  @Column('text', { nullable: true }) error: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
