import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('certificate_authorities')
@Index('certificate_authorities_issuing', ['organizationId'], { unique: true, where: 'superseded_at IS NULL' })
export class AuthorityEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'key_kind' }) keyKind: string;
  @Column('text') subject: string;
  @Column('text') certificate: string;
  @Column('text', { name: 'private_key_sealed' }) privateKeySealed: string;
  @Column('text', { name: 'server_name' }) serverName: string;
  @Column('bytea', { nullable: true }) crl: Buffer | null;
  @Column('bigint', { name: 'crl_number', default: 0 }) crlNumber: string;
  @Column('boolean', { name: 'crl_outdated', default: true }) crlOutdated: boolean;
  @Column('timestamptz', { name: 'crl_updated_at', nullable: true }) crlUpdatedAt: Date | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'announce_at', nullable: true }) announceAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'superseded_at', nullable: true }) supersededAt: Date | null;
  @Column('timestamptz', { name: 'retired_at', nullable: true }) retiredAt: Date | null;
  @Column('int', { default: 1 }) revision: number;
}
