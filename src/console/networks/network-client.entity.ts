import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('network_clients')
export class NetworkClientEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'network_id' }) networkId: string;
  @Column('int') position: number;
  @Column('cidr') address: string;
  @Column('text', { name: 'short_name' }) shortName: string;
  @Column('text') vendor: string;
  @Column('bytea', { name: 'secret_sealed' }) secretSealed: Buffer;
  @Column('int', { name: 'coa_port' }) coaPort: number;
  @Column('boolean', { name: 'require_message_authenticator', default: true }) requireMessageAuthenticator: boolean;
}
