import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../../database/table.js';
import type { Instant } from '../../../kernel/clock.js';

/** Row of `delivered_files`: one file of a connection, and what was found in it. */
@Entity({ name: 'delivered_files' })
@Index('delivered_files_list', ['organizationId', 'connectionId', 'seq'])
@Index('delivered_files_digest', ['organizationId', 'connectionId', 'digest'])
@Index('delivered_files_retention', ['receivedAt'], { where: 'has_content' })
export class DeliveredFileEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  /** Order of delivery. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  seq: string;

  @Column({ type: 'text' })
  name: string;

  /** upload, folder, sftp. */
  @Column({ type: 'text' })
  origin: string;

  @Column({ name: 'modified_at', type: 'timestamptz', nullable: true })
  modifiedAt: Instant | null;

  /** What its marker promised: rows, digest. */
  @Column({ type: 'jsonb' })
  declared: Record<string, unknown>;

  /** The connection's revision when it came. */
  @Column({ type: 'int' })
  revision: number;

  /** Null while it is being stored. */
  @Column({ type: 'text', nullable: true })
  digest: string | null;

  @Column({ name: 'byte_length', type: 'int', default: 0 })
  byteLength: number;

  /** received, accepted, held, rejected, repeated. */
  @Column({ type: 'text', default: 'received' })
  status: string;

  /** full, changes. */
  @Column({ type: 'text', nullable: true })
  scope: string | null;

  @Column({ type: 'jsonb', nullable: true })
  examination: Record<string, unknown> | null;

  /** Only for the people in the last accepted list. */
  @Column({ name: 'fingerprints_sealed', type: 'text', nullable: true })
  fingerprintsSealed: string | null;

  /** False once its parts are erased. */
  @Column({ name: 'has_content', type: 'boolean', default: true })
  hasContent: boolean;

  @Column({ name: 'decided_by', type: 'text', nullable: true })
  decidedBy: string | null;

  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true })
  decidedAt: Instant | null;

  @Column({ name: 'received_at', type: 'timestamptz' })
  receivedAt: Instant;
}

export const deliveredFileTable = tableOf(DeliveredFileEntity);

/** Row of `delivered_file_parts`: a piece of a file's content, sealed to its place. */
@Entity({ name: 'delivered_file_parts' })
export class DeliveredFilePartEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ name: 'file_id', type: 'uuid' })
  fileId: string;

  @PrimaryColumn({ type: 'int' })
  position: number;

  @Column({ name: 'content_sealed', type: 'text' })
  contentSealed: string;
}
