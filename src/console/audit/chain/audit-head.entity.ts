import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where an organization's chain ends, and where it begins after retention dropped older blocks. */
@Entity('audit_heads')
export class AuditHeadEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @Column('bigint') number: string;
  @Column('bigint') entries: string;
  @Column('bytea') hash: Buffer;
  @Column('bigint', { name: 'dropped_number', default: 0 }) droppedNumber: string;
  @Column('bigint', { name: 'dropped_entries', default: 0 }) droppedEntries: string;
  @Column('bytea', { name: 'dropped_hash' }) droppedHash: Buffer;
  @Column('timestamptz', { name: 'dropped_until_at', nullable: true }) droppedUntilAt: Date | null;
  @Column('text') seal: string;
}
