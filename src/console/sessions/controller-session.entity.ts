import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A device that a gateway's controller was asked to let in; the id is its session's. */
@Entity('controller_sessions')
@Index('controller_sessions_by_registration', ['organizationId', 'registrationId'])
@Index('controller_sessions_by_device', ['organizationId', 'mac'])
export class ControllerSessionEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'session_id' }) sessionId: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt: Date;
  @Column('uuid', { name: 'gateway_id' }) gatewayId: string;
  @Column('uuid', { name: 'registration_id' }) registrationId: string;
  /** 12 lower-case digits. */
  @Column({ type: 'text', collation: 'C' }) mac: string;
  /** What the redirect said. */
  @Column('jsonb', { default: {} }) arrival: object;
  /** When the controller closes by itself. */
  @Column('timestamptz', { name: 'until_at' }) untilAt: Date;
  /** The controller has accepted it. */
  @Column('timestamptz', { name: 'asked_at', nullable: true }) askedAt: Date | null;
  /** Read back that it did. */
  @Column('timestamptz', { name: 'admitted_at', nullable: true }) admittedAt: Date | null;
  /** Until then a process may be asking the controller to let it in. */
  @Column('timestamptz', { name: 'asking_until_at', nullable: true }) askingUntilAt: Date | null;
  /** The former controller, which knows the device, once the gateway was deleted or has another controller. */
  @Column('jsonb', { nullable: true }) retired: object | null;
}
