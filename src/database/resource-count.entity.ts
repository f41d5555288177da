import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Exact totals for lists. Triggers keep them, in 64 slots each; nothing else writes here. */
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
