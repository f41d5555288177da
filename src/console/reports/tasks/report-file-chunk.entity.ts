import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('report_file_chunks')
export class ReportFileChunkEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'task_id' }) taskId: string;
  @PrimaryColumn('int') chunk: number;
  @Column('int') rows: number;
  @Column('text') content: string;
}
