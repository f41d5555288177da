import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('alert_rounds')
export class AlertRoundEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @Column('timestamptz', { name: 'notified_at', nullable: true }) notifiedAt: Date | null;
  @Column('timestamptz', { name: 'digest_since_at' }) digestSinceAt: Date;
  @Column('timestamptz', { name: 'digest_at', nullable: true }) digestAt: Date | null;
}
