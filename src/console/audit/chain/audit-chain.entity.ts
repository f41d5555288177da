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

/** Where an organization's chain ends, and where it begins after retention dropped older blocks. */
@Entity('audit_heads')
export class AuditHeadEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @Column('bigint') number: string;
  @Column('bigint') entries: string;
  @Column('bytea') hash: Buffer;
  @Column('bigint', { name: 'dropped_number', default: 0 }) droppedNumber: string;
  @Column('bigint', { name: 'dropped_entries', default: 0 }) droppedEntries: string;
  @Column('bytea', { name: 'dropped_hash' }) droppedHash: Buffer;
  @Column('timestamptz', { name: 'dropped_until_at', nullable: true }) droppedUntilAt: Date | null;
  @Column('text') seal: string;
}

/**
 * Entries of one statement that are in no block yet: their ids begin with the first 24 digits of `firstId`, which ends
 * in eight zeros.
 */
@Entity('audit_open')
export class AuditOpenEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'first_id' }) firstId: string;
  @Column('int') entries: number;
}
