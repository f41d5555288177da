import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('alerts')
export class AlertEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') event: string;
  @Column('uuid', { name: 'subject_id' }) subjectId: string;
  @Column('text', { name: 'subject_name' }) subjectName: string;
  @Column('text') state: string;
  @Column('text') detail: string;
  @Column('jsonb', { default: {} }) facts: object;
  @Column('timestamptz', { name: 'raised_at' }) raisedAt: Date;
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt: Date | null;
  @Column('timestamptz', { name: 'resolved_at', nullable: true }) resolvedAt: Date | null;
  @Column('timestamptz', { name: 'dispatched_at', nullable: true }) dispatchedAt: Date | null;
  @Column('timestamptz', { name: 'notified_at', nullable: true }) notifiedAt: Date | null;
  @Column('uuid', { name: 'notified_contact_ids', array: true, default: () => "'{}'" }) notifiedContactIds: string[];
  @Column('timestamptz', { name: 'end_dispatched_at', nullable: true }) endDispatchedAt: Date | null;
  @Column('timestamptz', { name: 'end_notified_at', nullable: true }) endNotifiedAt: Date | null;
  @Column('boolean', { name: 'in_digest', default: false }) isInDigest: boolean;
  @Column('timestamptz', { name: 'acknowledged_at', nullable: true }) acknowledgedAt: Date | null;
  @Column('text', { name: 'acknowledged_by', nullable: true }) acknowledgedBy: string | null;
  @Column('timestamptz', { name: 'acknowledged_until', nullable: true }) acknowledgedUntil: Date | null;
  @Column('text', { nullable: true }) comment: string | null;
}
