import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('operator_sessions')
@Index('operator_sessions_by_operator', ['organizationId', 'operatorId'])
export class OperatorSessionEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'operator_id' }) operatorId: string;
  @Index('operator_sessions_token')
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;
  /** Where from, and with which program, as it says itself. */
  @Column('text') address: string;
  @Column('text', { name: 'user_agent', nullable: true }) userAgent: string | null;
  /** password, passkey, link, provider. */
  @Column('text', { name: 'opened_by', default: 'password' }) openedBy: string;
  /** When the operator was asked who they are, by a passkey or a provider: for a while it stands in for a password. */
  @Column('timestamptz', { name: 'proven_at', nullable: true }) provenAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_used_at' }) lastUsedAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

/** Counts of tries, of no tenant; the key holds hashes only. */
@Entity('sign_in_attempts')
export class SignInAttemptEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('text') key: string;
  @Column('int') attempts: number;
  @Index('sign_in_attempts_over')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
}
