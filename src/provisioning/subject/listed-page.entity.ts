import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Row of `listed_pages`: the subjects that a page of a list repeated word for word. They count as listed in the run,
 * and as new as it.
 */
@Entity({ name: 'listed_pages' })
@Index('listed_pages_of_connection', ['organizationId', 'connectionId', 'sequence'])
@Index('listed_pages_of_run', ['organizationId', 'runId'])
export class ListedPageEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'run_id', type: 'uuid' })
  runId: string;

  /** Place of the list in the order of receipt. */
  @Column({ type: 'bigint' })
  sequence: string;

  @Column({ name: 'subject_ids', type: 'uuid', array: true })
  subjectIds: string[];
}
