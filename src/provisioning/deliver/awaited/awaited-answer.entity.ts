import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Row of `awaited_answers`: a message whose sender waits for the outcome. Deleted once the answer is on its way. */
@Entity({ name: 'awaited_answers' })
@Index('awaited_answers_due', ['dueAt'])
export class AwaitedAnswerEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ name: 'event_id', type: 'uuid' }) eventId: string;
  @Column({ name: 'connection_id', type: 'uuid' }) connectionId: string;
  /** The record it is about; null where it does not say. */
  @Column({ name: 'source_key', type: 'text', nullable: true }) sourceKey: string | null;
  @Column({ name: 'is_understood', type: 'boolean' }) isUnderstood: boolean;
  /** When to look next whether there is something to say. */
  @Column({ name: 'due_at', type: 'timestamptz' }) dueAt: Date;
  /** Looks that found nothing to say yet. */
  @Column({ type: 'int', default: 0 }) looks: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}
