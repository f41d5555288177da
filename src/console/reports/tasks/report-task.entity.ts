import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('report_tasks')
export class ReportTaskEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'report_id' }) reportId: string;
  @Column('text') status: string;
  @Column('jsonb') parameters: object;
  @Column('text') format: string;
  @Column('timestamptz', { name: 'earliest_at' }) earliestAt: Date;
  @Column('timestamptz', { name: 'latest_at' }) latestAt: Date;
  @Column('int', { default: 0 }) rows: number;
  @Column('int', { default: 0 }) chunks: number;
  @Column('jsonb', { nullable: true }) position: object | null;
  @Column('int', { default: 0 }) attempts: number;
  @Column('boolean', { name: 'cancel_requested', default: false }) cancelRequested: boolean;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('jsonb', { nullable: true }) problem: object | null;
  @Column('text', { name: 'requested_by' }) requestedBy: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt: Date | null;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
}

@Entity('report_file_chunks')
export class ReportFileChunkEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'task_id' }) taskId: string;
  @PrimaryColumn('int') chunk: number;
  @Column('int') rows: number;
  @Column('text') content: string;
}
