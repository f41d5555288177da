import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('radius_servers')
export class RadiusServerEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) region: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('int', { name: 'auth_port' }) authPort: number;
  @Column('int', { name: 'acct_port' }) acctPort: number;
  @Column('int', { name: 'coa_port' }) coaPort: number;
  @Column('boolean', { default: false }) radsec: boolean;
  @Column('bytea', { name: 'secret_sealed', select: false }) secretSealed: Buffer;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const radiusServerTable = tableOf(RadiusServerEntity);
