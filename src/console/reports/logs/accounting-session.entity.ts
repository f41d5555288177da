import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sessions as access points account for them; partitioned by the month of their start. */
@Entity('accounting_sessions')
export class AccountingSessionEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('timestamptz', { name: 'started_at' }) startedAt: Date;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'unique_id' }) uniqueId: string;
  @Column('text', { name: 'session_id', nullable: true }) sessionId: string | null;
  @Column('text', { name: 'session_class', nullable: true }) sessionClass: string | null;
  @Column('text', { nullable: true }) username: string | null;
  @Column('text', { name: 'username_key', nullable: true }) usernameKey: string | null;
  @Column('text', { nullable: true }) kind: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('text', { nullable: true }) mac: string | null;
  @Column('text', { name: 'ip_address', nullable: true }) ipAddress: string | null;
  /** Addresses and prefixes. */
  @Column('inet', { array: true, nullable: true }) ipv6: string[] | null;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('text', { name: 'access_point', nullable: true }) accessPoint: string | null;
  @Column('text', { name: 'access_point_mac', nullable: true }) accessPointMac: string | null;
  @Column('text', { name: 'nas_address', nullable: true }) nasAddress: string | null;
  @Column('text', { name: 'nas_port', nullable: true }) nasPort: string | null;
  @Column('uuid', { name: 'network_id', nullable: true }) networkId: string | null;
  @Column('uuid', { name: 'network_client_id', nullable: true }) networkClientId: string | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('timestamptz', { name: 'stopped_at', nullable: true }) stoppedAt: Date | null;
  @Column('bigint', { name: 'session_seconds', default: 0 }) sessionSeconds: string;
  @Column('bigint', { name: 'input_octets', default: 0 }) inputOctets: string;
  @Column('bigint', { name: 'output_octets', default: 0 }) outputOctets: string;
  @Column('text', { name: 'terminate_cause', nullable: true }) terminateCause: string | null;
  /** What the access point reports about the device; src/radius/stations reads it. */
  @Column('jsonb', { nullable: true }) seen: object | null;
  /** What the report before the latest one said. */
  @Column('bigint', { name: 'previous_seconds', nullable: true }) previousSeconds: string | null;
  @Column('bigint', { name: 'previous_input_octets', nullable: true }) previousInputOctets: string | null;
  @Column('bigint', { name: 'previous_output_octets', nullable: true }) previousOutputOctets: string | null;
}
