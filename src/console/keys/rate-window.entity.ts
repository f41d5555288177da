import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('rate_windows')
export class RateWindowEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('text') budget: string;
  @Column('timestamptz', { name: 'window_started_at' }) windowStartedAt: Date;
  @Column('int') used: number;
}
