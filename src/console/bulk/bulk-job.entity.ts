import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('bulk_jobs')
@Index('bulk_jobs_unfinished', ['createdAt'], { where: "status = ANY (ARRAY['queued'::text, 'running'::text])" })
export class BulkJobEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') resource: string;
  @Column('text') status: string;
  @Column('boolean') atomic: boolean;
  @Column('boolean', { name: 'dry_run' }) dryRun: boolean;
  @Column('int') total: number;
  @Column('int', { default: 0 }) processed: number;
  @Column('int', { name: 'chunk_size', default: 1000 }) chunkSize: number;
  @Column('jsonb', { default: {} }) summary: object;
  @Column('jsonb', { nullable: true }) problem: object | null;
  @Column('text', { name: 'requested_by' }) requestedBy: string;
  @Column('boolean', { name: 'cancel_requested', default: false }) cancelRequested: boolean;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt: Date | null;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
}

@Entity('bulk_chunks')
export class BulkChunkEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'job_id' }) jobId: string;
  @PrimaryColumn('int') chunk: number;
  @Column('text', { name: 'operations_sealed', nullable: true }) operationsSealed: string | null;
  @Column('jsonb', { nullable: true }) results: object[] | null;
}
