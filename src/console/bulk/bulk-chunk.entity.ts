import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('bulk_chunks')
export class BulkChunkEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'job_id' }) jobId: string;
  @PrimaryColumn('int') chunk: number;
  @Column('text', { name: 'operations_sealed', nullable: true }) operationsSealed: string | null;
  @Column('jsonb', { nullable: true }) results: object[] | null;
}
