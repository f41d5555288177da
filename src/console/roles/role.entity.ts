import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('roles')
@Unique('roles_name', ['organizationId', 'name'])
export class RoleEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { array: true }) permissions: string[];
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const roleTable = tableOf(RoleEntity);
