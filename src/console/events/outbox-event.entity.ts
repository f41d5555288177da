import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event, written together with its cause. Kept for replays until its retention ends. */
@Entity('outbox_events')
export class OutboxEventEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') event: string;
  @Column('text') payload: string;
  /** The payload must still be made from the facts that RADIUS stored in its place. */
  @Column('boolean', { name: 'holds_facts', default: false }) holdsFacts: boolean;
  @Column('boolean', { name: 'is_test', default: false }) isTest: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'dispatched_at', nullable: true }) dispatchedAt: Date | null;
}
