import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** A saved view of a list in the console: its page and the rest of its address. */
@Entity('saved_views')
@Index('saved_views_list', ['organizationId', 'page', 'name', 'id'])
@Index('saved_views_by_operator', ['organizationId', 'operatorId'])
export class SavedViewEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'operator_id' }) operatorId: string;
  @Column('text') name: string;
  @Column('text') page: string;
  @Column('text') address: string;
  @Column('boolean', { default: false }) shared: boolean;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const savedViewTable = tableOf(SavedViewEntity);
