import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Row of `operator_links`: a link to the console that is good once. */
@Entity('operator_links')
@Index('operator_links_by_operator', ['organizationId', 'operatorId'])
export class OperatorLinkEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** first, session, reset. */
  @Column('text') kind: string;
  @Column('uuid', { name: 'operator_id', nullable: true }) operatorId: string | null;
  @Index('operator_links_token')
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Index('operator_links_over')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
  /** Also when something else has ended it. */
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;
}
