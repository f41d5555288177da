import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Row of `audit_entries`, append-only: who changed what, before and after, without secrets. Written by triggers, and by
 * AuditTrail.
 */
@Entity('audit_entries')
export class AuditEntryEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('timestamptz') at: Date;
  @Column('text', { name: 'actor_kind' }) actorKind: string;
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId: string | null;
  @Column('text', { name: 'actor_name' }) actorName: string;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('text') action: string;
  @Column('text') resource: string;
  @Column('uuid', { name: 'resource_id', nullable: true }) resourceId: string | null;
  @Column('text', { nullable: true }) label: string | null;
  @Column('jsonb', { nullable: true }) before: object | null;
  @Column('jsonb', { nullable: true }) after: object | null;
  /** Where a person was erased: the hash it was chained with, and its seal. */
  @Column('text', { nullable: true }) erased: string | null;
}
