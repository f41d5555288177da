import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('organizations')
@Index('organizations_parent', ['parentId', 'id'])
export class OrganizationEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'parent_id', nullable: true }) parentId: string | null;
  @Column('uuid', { array: true, select: false }) path: string[];
  @Column('text') name: string;
  @Column('text', { nullable: true }) region: string | null;
  @Column('text', { name: 'time_zone', default: 'UTC' }) timeZone: string;
  @Column('jsonb', { default: {} }) retention: object;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('boolean', { name: 'runs_need_two', default: false }) runsNeedTwo: boolean;
  @Column('boolean', { name: 'single_sign_on_required', default: false }) singleSignOnRequired: boolean;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const organizationTable = tableOf(OrganizationEntity);
