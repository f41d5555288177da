import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event, written with its cause; kept for replays until its retention ends. */
@Entity('outbox_events')
export class OutboxEventEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') event: string;
  @Column('text') payload: string;
  /** The payload is yet to be made of what RADIUS keeps in its place. */
  @Column('boolean', { name: 'holds_facts', default: false }) holdsFacts: boolean;
  @Column('boolean', { name: 'is_test', default: false }) isTest: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'dispatched_at', nullable: true }) dispatchedAt: Date | null;
}
