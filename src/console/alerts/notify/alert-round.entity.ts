import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('alert_rounds')
export class AlertRoundEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @Column('timestamptz', { name: 'told_at', nullable: true }) toldAt: Date | null;
  @Column('timestamptz', { name: 'digest_since_at' }) digestSinceAt: Date;
  @Column('timestamptz', { name: 'digest_at', nullable: true }) digestAt: Date | null;
}
