import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** Row of `operator_passkeys`: a key of an authenticator (WebAuthn) that signs an operator in. */
@Entity('operator_passkeys')
@Unique('operator_passkeys_credential', ['organizationId', 'credentialId'])
@Index('operator_passkeys_by_operator', ['organizationId', 'operatorId'])
export class PasskeyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'operator_id' }) operatorId: string;
  @Column('text') name: string;
  /** Base64url, chosen by the authenticator. */
  @Index('operator_passkeys_lookup')
  @Column('text', { name: 'credential_id' })
  credentialId: string;
  /** COSE. */
  @Column('bytea', { name: 'public_key' }) publicKey: Buffer;
  /** The authenticator's signature counter; 0 for those without one. */
  @Column('bigint') counter: string;
  @Column('text', { array: true, default: [] }) transports: string[];
  @Column('boolean', { name: 'backed_up', default: false }) backedUp: boolean;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
