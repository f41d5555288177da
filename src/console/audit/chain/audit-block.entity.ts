import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Link of an organization's chain: some entries with their hashes, bound to the block before. Append-only. */
@Entity('audit_blocks')
export class AuditBlockEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('bigint') number: string;
  @Column('bigint', { name: 'first_entry' }) firstEntry: string;
  @Column('int') entries: number;
  @Column('uuid', { name: 'first_ids', array: true }) firstIds: string[];
  @Column('bytea') hashes: Buffer;
  @Column('timestamptz', { name: 'sealed_at' }) sealedAt: Date;
  @Column('bytea', { name: 'previous_hash' }) previousHash: Buffer;
  @Column('bytea') hash: Buffer;
  @Column('text') seal: string;
}
