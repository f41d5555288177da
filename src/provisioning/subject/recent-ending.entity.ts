import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `recent_endings`: a staff member whose access was ended by a report, kept for a day. */
@Entity({ name: 'recent_endings' })
export class RecentEndingEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ name: 'connection_id', type: 'uuid' }) connectionId: string;
  @PrimaryColumn({ name: 'subject_id', type: 'uuid' }) subjectId: string;
  @Column({ type: 'timestamptz' }) at: Date;
}
