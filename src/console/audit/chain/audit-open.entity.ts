import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Entries of one statement that are in no block yet: their ids lie above `firstId`, with the same first 28 digits. */
@Entity('audit_open')
export class AuditOpenEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'first_id' }) firstId: string;
  @Column('int') entries: number;
}
