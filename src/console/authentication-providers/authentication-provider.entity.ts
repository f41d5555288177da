import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

@Entity('authentication_providers')
export class AuthenticationProviderEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') type: string;
  @Column('jsonb', { default: {} }) settings: Record<string, unknown>;
  @Column('text', { name: 'secrets_sealed', nullable: true, select: false }) secretsSealed: string | null;
  @Column('text', { name: 'secret_names', array: true, default: [] }) secretNames: string[];
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const authenticationProviderTable = tableOf(AuthenticationProviderEntity);
