import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What RADIUS decided about each login; partitioned by month. */
@Entity('authentication_log')
export class AuthenticationLogEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('timestamptz') at: Date;
  @PrimaryColumn('uuid') id: string;
  @Column('text') outcome: string;
  @Column('text', { nullable: true }) username: string | null;
  @Column('text', { name: 'username_key', nullable: true }) usernameKey: string | null;
  @Column('text', { nullable: true }) kind: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('text', { name: 'auth_method', nullable: true }) authMethod: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { name: 'reason_detail', nullable: true }) reasonDetail: string | null;
  @Column('text', { nullable: true }) mac: string | null;
  @Column('text', { name: 'device_type', nullable: true }) deviceType: string | null;
  @Column('text', { name: 'device_os', nullable: true }) deviceOs: string | null;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('text', { name: 'access_point', nullable: true }) accessPoint: string | null;
  @Column('text', { name: 'access_point_mac', nullable: true }) accessPointMac: string | null;
  @Column('text', { name: 'nas_address', nullable: true }) nasAddress: string | null;
  @Column('uuid', { name: 'network_id', nullable: true }) networkId: string | null;
  @Column('uuid', { name: 'network_client_id', nullable: true }) networkClientId: string | null;
  @Column('uuid', { name: 'policy_id', nullable: true }) policyId: string | null;
  @Column('text', { nullable: true }) vlan: string | null;
  @Column('text', { name: 'session_class', nullable: true }) sessionClass: string | null;
}
