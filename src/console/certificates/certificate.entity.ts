import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('certificates')
@Index('certificates_list', ['organizationId', 'createdAt', 'id'])
@Index('certificates_serial', ['organizationId', 'serial'], { unique: true })
@Index('certificates_by_user', ['organizationId', 'userId'], { where: 'user_id IS NOT NULL' })
@Index('certificates_by_device', ['organizationId', 'deviceId'], { where: 'device_id IS NOT NULL' })
@Index('certificates_by_client', ['organizationId', 'networkClientId'], { where: 'network_client_id IS NOT NULL' })
@Index('certificates_of_sites', ['serial'], { where: 'network_client_id IS NOT NULL' })
@Index('certificates_revoked', ['organizationId', 'authorityId', 'expiresAt'], { where: 'revoked_at IS NOT NULL' })
@Index('certificates_announce', ['announceAt'], { where: 'announce_at IS NOT NULL' })
export class CertificateEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'authority_id' }) authorityId: string;
  @Column('text') serial: string;
  @Column('text') purpose: string;
  @Column('text', { name: 'common_name' }) commonName: string;
  @Column('text') subject: string;
  @Column('text', { name: 'dns_names', array: true, default: () => "'{}'" }) dnsNames: string[];
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'device_id', nullable: true }) deviceId: string | null;
  @Column('uuid', { name: 'network_client_id', nullable: true }) networkClientId: string | null;
  @Column('text') certificate: string;
  @Column('timestamptz', { name: 'starts_at' }) startsAt: Instant;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Instant;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Instant | null;
  @Column('text', { name: 'revocation_reason', nullable: true }) revocationReason: string | null;
  @Column('timestamptz', { name: 'announce_at', nullable: true, select: false }) announceAt: Instant | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const certificateTable = tableOf(CertificateEntity);

@Entity('certificate_authorities')
@Index('certificate_authorities_issuing', ['organizationId'], { unique: true, where: 'superseded_at IS NULL' })
export class AuthorityEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'key_kind' }) keyKind: string;
  @Column('text') subject: string;
  @Column('text') certificate: string;
  @Column('text', { name: 'private_key_sealed', select: false }) privateKeySealed: string;
  @Column('text', { name: 'server_name' }) serverName: string;
  @Column('bytea', { nullable: true, select: false }) crl: Buffer | null;
  @Column('bigint', { name: 'crl_number', default: 0, select: false }) crlNumber: string;
  @Column('boolean', { name: 'crl_outdated', default: true, select: false }) crlOutdated: boolean;
  @Column('timestamptz', { name: 'crl_updated_at', nullable: true, select: false }) crlUpdatedAt: Instant | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Instant;
  @Column('timestamptz', { name: 'announce_at', nullable: true, select: false }) announceAt: Instant | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'superseded_at', nullable: true }) supersededAt: Instant | null;
  @Column('timestamptz', { name: 'retired_at', nullable: true }) retiredAt: Instant | null;
  @Column('int', { default: 1 }) revision: number;
}

export const authorityTable = tableOf(AuthorityEntity);
