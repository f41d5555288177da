import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Exact totals for lists, kept by triggers in eight slots a total; nothing else writes here. */
@Entity('resource_counts')
export class ResourceCountEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' })
  organizationId: string;

  @PrimaryColumn('text')
  resource: string;

  @PrimaryColumn('smallint')
  slot: number;

  @Column('bigint')
  total: string;
}
