import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
