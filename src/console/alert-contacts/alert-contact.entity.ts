import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('alert_contacts')
export class AlertContactEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  /** As it may be seen; all of it is sealed. */
  @Column('text', { nullable: true }) url: string | null;
  @Column('text', { name: 'url_sealed', nullable: true }) urlSealed: string | null;
  @Column('text', { array: true }) events: string[];
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('text', { name: 'secret_sealed', nullable: true }) secretSealed: string | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
