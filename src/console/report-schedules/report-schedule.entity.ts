import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** A report that is mailed at set times. */
@Entity('report_schedules')
@Index('report_schedules_list', ['organizationId', 'name', 'id'])
@Index('report_schedules_due', ['nextAt'], { where: 'next_at is not null' })
export class ReportScheduleEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { name: 'report_id' }) reportId: string;
  @Column('jsonb', { default: {} }) parameters: object;
  @Column('text') every: string;
  @Column('int', { default: 1 }) weekday: number;
  @Column('int', { name: 'month_day', default: 1 }) monthDay: number;
  @Column('int', { default: 7 }) hour: number;
  @Column('text', { name: 'time_zone' }) timeZone: string;
  @Column('text', { array: true }) recipients: string[];
  @Column('text', { default: 'csv' }) format: string;
  @Column('boolean', { default: false }) disabled: boolean;
  /** Next time; null: disabled. */
  @Column('timestamptz', { name: 'next_at', nullable: true }) nextAt: Instant | null;
  @Column('timestamptz', { name: 'last_sent_at', nullable: true }) lastSentAt: Instant | null;
  /** Recipients whose latest mail did not arrive, and why; null: each did. */
  @Column('text', { nullable: true }) problem: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

/** One report on its way to one person. Its id is the Message-ID of every attempt. */
@Entity('report_mails')
export class ReportMailEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'schedule_id' }) scheduleId: string;
  /** The scheduled time that it is for. */
  @Column('timestamptz', { name: 'scheduled_at' }) scheduledAt: Date;
  @Column('text') recipient: string;
  @Column('timestamptz', { name: 'earliest_at' }) earliestAt: Date;
  @Column('timestamptz', { name: 'latest_at' }) latestAt: Date;
  @Column('text', { default: 'pending' }) status: string;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('text', { nullable: true }) error: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

export const reportScheduleTable = tableOf(ReportScheduleEntity);
