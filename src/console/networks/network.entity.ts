import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('networks')
export class NetworkEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('uuid', { name: 'radius_server_id', nullable: true }) radiusServerId: string | null;
  @Column('uuid', { name: 'default_group_id', nullable: true }) defaultGroupId: string | null;
  @Column('text', { name: 'unknown_users' }) unknownUsers: string;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const networkTable = tableOf(NetworkEntity);

@Entity('network_clients')
export class NetworkClientEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'network_id' }) networkId: string;
  @Column('int') position: number;
  @Column('cidr', { nullable: true }) address: string | null;
  @Column('cidr', { name: 'site_address', nullable: true }) siteAddress: string | null;
  @Column('text', { name: 'short_name' }) shortName: string;
  @Column('text') vendor: string;
  @Column('bytea', { name: 'secret_sealed' }) secretSealed: Buffer;
  @Column('int', { name: 'coa_port' }) coaPort: number;
  @Column('boolean', { name: 'require_message_authenticator', default: true }) requireMessageAuthenticator: boolean;
}

/** Whom RADIUS asks for before it knows whose a packet is, where tables are distributed. Elsewhere there are none. */
@Entity('client_addresses')
export class ClientAddressEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'client_id' }) clientId: string;
  @Column('cidr') address: string;
  @Column('text', { nullable: true }) ssid: string | null;
  @Column('int', { name: 'auth_port', nullable: true }) authPort: number | null;
  @Column('int', { name: 'acct_port', nullable: true }) acctPort: number | null;
}
