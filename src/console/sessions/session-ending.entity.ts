import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An open session that has an end, or was asked to end. Written by RADIUS functions and by triggers on whatever decides
 * about access.
 */
@Entity('session_endings')
export class SessionEndingEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'session_id' }) sessionId: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt: Date;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  /** Something changed since it was claimed. */
  @Column('boolean', { name: 'due_again', default: false }) dueAgain: boolean;
  @Column('boolean', { default: false }) moved: boolean;
  @Column('text', { default: 'waiting' }) state: string;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('int', { default: 0 }) attempts: number;
  @Column('int', { name: 'error_cause', nullable: true }) errorCause: number | null;
  @Column('timestamptz', { name: 'asked_at', nullable: true }) askedAt: Date | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt: Date | null;
  @Column('text', { name: 'lease_owner', nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { name: 'lease_until_at', nullable: true }) leaseUntilAt: Date | null;
  /** What the last CoA-Request gave it; null: what its class says. */
  @Column('text', { name: 'reply_digest', nullable: true }) replyDigest: string | null;
  /** When its access point will end it, by the last CoA-Request; null: as its Class attribute says. */
  @Column('timestamptz', { name: 'told_until_at', nullable: true }) toldUntilAt: Date | null;
  @Column('text', { name: 'change_outcome', nullable: true }) changeOutcome: string | null;
  @Column('int', { name: 'change_error_cause', nullable: true }) changeErrorCause: number | null;
  /** What somebody asked for: disconnect or reauthenticate. */
  @Column('text', { nullable: true }) request: string | null;
  @Column('timestamptz', { name: 'requested_at', nullable: true }) requestedAt: Date | null;
  /** What the access point said to `reauthenticate`; null: nothing yet. */
  @Column('text', { name: 'request_outcome', nullable: true }) requestOutcome: string | null;
}
