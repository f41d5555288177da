import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Entries of one statement that are in no block yet: their ids begin with the first 24 digits of `firstId`, which ends
 * in eight zeros.
 */
@Entity('audit_open')
export class AuditOpenEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'first_id' }) firstId: string;
  @Column('int') entries: number;
}
