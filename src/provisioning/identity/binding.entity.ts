import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/**
 * Row of `bindings`, the ledger: which console resource is ours. A resource without a row here is foreign and never
 * touched.
 */
@Entity({ name: 'bindings' })
@Unique('bindings_remote', ['organizationId', 'targetKey', 'kind', 'remoteId'])
@Index('bindings_by_identity', ['organizationId', 'identityId'])
@Index('bindings_by_name', ['organizationId', 'targetKey', 'kind', 'name'])
export class BindingEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** Null for groups, which belong to no one person. */
  @Column({ name: 'identity_id', type: 'uuid', nullable: true })
  identityId: string | null;

  @Column({ name: 'connection_id', type: 'uuid', nullable: true })
  connectionId: string | null;

  @Column({ name: 'target_key', type: 'text' })
  targetKey: string;

  @Column({ type: 'text' })
  kind: string;

  @Column({ name: 'remote_id', type: 'text' })
  remoteId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  ownership: string;

  @Column({ type: 'text' })
  state: string;

  @Column({ type: 'jsonb' })
  applied: Record<string, unknown>;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Instant | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}

export const bindingTable = tableOf(BindingEntity);
