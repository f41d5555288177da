import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { GatewayVendor } from './gateway-vendors.js';

/** A deleted gateway that still asks which devices have to go; its secrets identify it. */
@Entity('retired_gateways')
export class RetiredGatewayEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') vendor: GatewayVendor;
  @Column('uuid', { name: 'network_id' }) networkId: string;
  @Column('uuid', { name: 'captive_portal_id', nullable: true }) captivePortalId: string | null;
  /** Sealed for its former record. */
  @Column('text', { name: 'secrets_sealed' }) secretsSealed: string;
  @Column('timestamptz', { name: 'retired_at' }) retiredAt: Date;
}
