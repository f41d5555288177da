import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `operator_preferences`: how the console looks to one operator. */
@Entity('operator_preferences')
export class PreferencesEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'operator_id' }) operatorId: string;
  /** Null: as the browser says. */
  @Column('text', { nullable: true }) language: string | null;
  @Column('text', { name: 'time_zone', nullable: true }) timeZone: string | null;
  @Column('text', { default: 'system' }) theme: string;
  @Column('text', { default: 'comfortable' }) density: string;
  @Column('boolean', { default: true }) shortcuts: boolean;
  @Column('int', { name: 'desk_lock_minutes', default: 5 }) deskLockMinutes: number;
}
