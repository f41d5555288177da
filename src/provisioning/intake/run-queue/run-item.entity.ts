import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../../database/table.js';

/** Row of `run_items`: one line of a run's plan. */
@Entity({ name: 'run_items' })
export class RunItemEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ name: 'run_id', type: 'uuid' })
  runId: string;

  @PrimaryColumn({ type: 'int' })
  position: number;

  /**
   * removal and ending (wait for approval), approved, removed, departed (removed after its planned end); in dry runs
   * the kinds of PlanItem.
   */
  @Column({ type: 'text' })
  kind: string;

  @Column({ name: 'subject_id', type: 'uuid', nullable: true })
  subjectId: string | null;

  @Column({ name: 'identity_id', type: 'uuid', nullable: true })
  identityId: string | null;

  @Column({ name: 'source_key', type: 'text', nullable: true })
  sourceKey: string | null;

  @Column({ type: 'text', nullable: true })
  account: string | null;

  @Column({ type: 'jsonb', nullable: true })
  before: Record<string, unknown> | null;

  @Column({ type: 'jsonb', nullable: true })
  after: Record<string, unknown> | null;

  @Column({ type: 'text', nullable: true })
  detail: string | null;
}

export const runItemTable = tableOf(RunItemEntity);
